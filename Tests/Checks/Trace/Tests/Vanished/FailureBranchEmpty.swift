// # The branch for the failure is empty
//
// The server is offline, and the model has nothing to show. Its caller learns of neither.
import Dispatch
import Expectations
import Testing

// [code]
enum ProfileError: Error { case offline }

struct ProfileServer: Sendable {
  private let queue = DispatchQueue(label: "server")

  func fetch(_ user: Int, completion: @escaping @Sendable (Result<String, ProfileError>) -> Void) {
    queue.async { completion(.failure(.offline)) }
  }
}

final class ProfileModel: Sendable {
  private let server = ProfileServer()

  func load(_ user: Int, completion: @escaping @Sendable (String?) -> Void) {
    server.fetch(user) { result in
      switch result {
      case .success(let profile): completion(profile)
      case .failure: break  // ✘
      }
    }
  }
}

@Test func failureBranchEmpty() async {
  let loaded = Expectation("profile loaded")
  ProfileModel().load(1) { _ in loaded.fulfill() }
  await loaded.wait(timeout: .milliseconds(300))
}
