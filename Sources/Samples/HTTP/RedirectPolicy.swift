import Foundation

/// Which redirects are followed: a few, over HTTP, and never from an encrypted connection to a plain one.
struct RedirectPolicy: Equatable, Sendable {
  /// The most redirects one request may take.
  var limit = 5

  /// What is wrong with going from `source` to `destination` after `count` redirects, or nil if nothing is.
  func refusal(from source: URL?, to destination: URL?, after count: Int) -> HTTPFailure? {
    guard count < limit else { return .tooManyRedirects(limit: limit) }
    switch (source?.scheme?.lowercased(), destination?.scheme?.lowercased()) {
    case (_, "https"), ("http", "http"): return nil
    default: return .redirectRefused(to: destination)
    }
  }
}
