import Foundation

/// A folder that goes away with the test.
public final class TemporaryFolder: Sendable {
    public let path = NSTemporaryDirectory() + "/portico-tests-" + UUID().uuidString

    /// - Parameter files: texts by their paths.
    public init(_ files: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try write(text, to: name) }
    }

    public func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    public var contents: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
