// noticed: error: 'name' is only available in [A-Za-z]+ 26\.0 or newer
// An API that is newer than every system that the library supports.
func nameOfTheTask() -> String? { Task.name }
