import Testing

@testable import ThreadInspection
