// # A date that cannot be read becomes the distant future
//
// The server sends fractions of a second, which the formatter does not accept. The appointment is then never due.
import Dispatch
import Expectations
import Foundation
import Testing

// [code]
struct Appointment: Decodable {
  private enum CodingKeys: CodingKey { case title, due }

  let title: String
  let due: Date

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decode(String.self, forKey: .title)
    let text = try container.decode(String.self, forKey: .due)
    due = ISO8601DateFormatter().date(from: text) ?? .distantFuture  // ✘
  }
}

final class AppointmentBell: Sendable {
  private let queue = DispatchQueue(label: "bell")

  func receive(_ json: Data, ring: @escaping @Sendable (String) -> Void) throws {
    let appointments = try JSONDecoder().decode([Appointment].self, from: json)
    queue.async {
      for appointment in appointments where appointment.due <= Date() { ring(appointment.title) }
    }
  }
}

@Test func dateFallsBack() async throws {
  let rung = Expectation("rung")
  let json = Data(#"[{ "title": "Dentist", "due": "2025-03-01T09:30:00.000Z" }]"#.utf8)
  try AppointmentBell().receive(json) { _ in rung.fulfill() }
  await rung.wait(timeout: .milliseconds(300))
}
