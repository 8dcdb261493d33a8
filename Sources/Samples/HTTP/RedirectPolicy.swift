import Foundation

/// Which redirects to follow: a few, over HTTP, and never from an encrypted connection to an unencrypted one.
struct RedirectPolicy: Equatable, Sendable {
  /// The maximum number of redirects for one request.
  var limit = 5

  /// Returns why a redirect from `source` to `destination` after `count` redirects is not allowed; nil if it is
  /// allowed.
  func refusal(from source: URL?, to destination: URL?, after count: Int) -> HTTPFailure? {
    guard count < limit else { return .tooManyRedirects(limit: limit) }
    switch (source?.scheme?.lowercased(), destination?.scheme?.lowercased()) {
    case (_, "https"), ("http", "http"): return nil
    default: return .redirectRefused(to: destination)
    }
  }
}
