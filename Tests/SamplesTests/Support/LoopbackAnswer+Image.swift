import Foundation

extension LoopbackAnswer {
  /// A response with the smallest PNG image, or with one of the given size in bytes.
  static func png(size: Int = 67, headers: [String: String] = [:]) -> LoopbackAnswer {
    image(Samples.png(size: size), type: "image/png", headers: headers)
  }

  static func image(_ data: Data, type: String?, status: Int = 200, headers: [String: String] = [:]) -> LoopbackAnswer {
    var headers = headers
    headers["Content-Type"] = type
    return http(status, headers: headers, body: data)
  }

  enum Samples {
    /// One transparent pixel, followed by zeros.
    static func png(size: Int = 67) -> Data {
      let pixel =
        Data(
          base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACklEQVR4nGMAAQAABQABDQottAAAAABJRU5ErkJggg==") ?? Data()
      return pixel + Data(count: max(0, size - pixel.count))
    }
  }
}
