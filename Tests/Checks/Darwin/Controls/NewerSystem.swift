// noticed: error: 'name' is only available in [A-Za-z]+ 26\.0 or newer
// This API is newer than the deployment targets of the library.
func nameOfTheTask() -> String? { Task.name }
