// noticed: error: 'withObservationTracking\(_:onChange:\)' is only available in macOS 14\.0 or newer
import Observation

func observe() {
  withObservationTracking {
  } onChange: {
  }
}
