// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct ArgumentHandlerTests {
  private struct Refused: Error, Equatable {}

  private func two(_ completion: @escaping @Sendable (Int, String?) -> Void) { completion(1, nil) }

  private func three(_ completion: @escaping @Sendable (Int, String, Bool) -> Void) { completion(1, "a", true) }

  private func answer(
    _ data: Int?, _ response: String?, _ error: (any Error)?,
    to completion: @Sendable (Int?, String?, (any Error)?) -> Void
  ) {
    completion(data, response, error)
  }

  @Test func arguments_areATuple() async throws {
    let pair = Expectation("pair", of: (Int, String?).self)
    let triple = Expectation("triple", of: (Int, String, Bool).self)
    two(pair.argumentsHandler())
    three(triple.argumentsHandler())
    #expect(try await pair.wait() == (1, nil))
    #expect(try await triple.wait() == (1, "a", true))
  }

  @Test func valuesWithoutAnError_areATuple() async throws {
    let loaded = Expectation("loaded", of: (Int, String).self)
    answer(200, "OK", nil, to: loaded.valuesOrErrorHandler())
    #expect(try await loaded.wait() == (200, "OK"))
  }

  @Test(arguments: [nil, 200]) func error_failsTheExpectation_alsoBesideAValue(data: Int?) async throws {
    let loaded = Expectation("loaded", of: (Int, String).self)
    answer(data, "OK", Refused(), to: loaded.valuesOrErrorHandler())
    #expect(try await loaded.failure() is Refused)
  }

  @Test(arguments: [(nil, "OK"), (200, nil), (nil, nil)] as [(Int?, String?)])
  func missingValue_isAnErrorOfItsOwn(data: Int?, response: String?) async throws {
    let loaded = Expectation("loaded", of: (Int, String).self)
    answer(data, response, nil, to: loaded.valuesOrErrorHandler())
    let error = try #require(try await loaded.failure() as? MissingValueError)
    #expect(error.description == "the completion handler got neither all of its values nor an error")
  }

  @Test func releasedUncalled_isTheCause() async throws {
    let (reports, _) = await recording {
      let pair = Expectation("pair", of: (Int, String).self)
      let loaded = Expectation("loaded", of: (Int, String).self)
      _ = pair.argumentsHandler() as @Sendable (Int, String) -> Void
      _ = loaded.valuesOrErrorHandler() as @Sendable (Int?, String?, (any Error)?) -> Void
      return [
        await report(of: [pair], timeout: .milliseconds(1)), await report(of: [loaded], timeout: .milliseconds(1)),
      ]
    }
    for (report, name) in zip(reports, ["pair", "loaded"]) {
      #expect(report.description.hasPrefix("Timed out after 0.001 s"))
      #expect(
        report.description.contains(
          "\n  the handler of \"\(name)\" was released before the wait without being called\n"))
    }
  }

  @Test func urlSession_takesIt() async throws {
    let (session, url) = (URLSession.shared, try #require(URL(string: "data:text/plain,hello")))
    let loaded = Expectation("page loaded", of: (Data, URLResponse).self)
    session.dataTask(with: url, completionHandler: loaded.valuesOrErrorHandler()).resume()
    let (data, response) = try await loaded.wait(timeout: .seconds(5))
    #expect(String(decoding: data, as: UTF8.self) == "hello")
    #expect(response.mimeType == "text/plain")
  }

  @Test func severalArguments() async throws {
    struct Service {
      func ask(_ question: String, completion: @escaping @Sendable (String, Int) -> Void) {
        DispatchQueue.global().async { completion("answer", 200) }
      }
    }
    let service = Service()
    let answered = Expectation("question answered", of: (String, Int).self)
    service.ask("name", completion: answered.argumentsHandler())
    let (text, status) = try await answered.wait(timeout: .seconds(5))
    #expect(text == "answer" && status == 200)
  }
}
