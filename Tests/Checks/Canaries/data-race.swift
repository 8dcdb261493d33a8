// Four threads add to one number without a lock: the thread sanitizer must report it.
import Foundation

final class Counter: @unchecked Sendable {
  var count = 0
}

let counter = Counter()
let group = DispatchGroup()
for _ in 0..<4 {
  group.enter()
  Thread.detachNewThread {
    for _ in 0..<200_000 { counter.count += 1 }
    group.leave()
  }
}
group.wait()
print(counter.count)
