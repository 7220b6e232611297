import Foundation

/// The values and files of a form, in the order sent. Hummingbird's decoder would answer a ticked checkbox with a bare 400.
public struct Form: Sendable {
    public private(set) var values: [String: [String]]
    public private(set) var files: [String: [UploadedFile]]

    public init(_ values: [String: [String]] = [:], files: [String: [UploadedFile]] = [:]) {
        self.values = values
        self.files = files
    }

    /// The first value, trimmed; empty when none was sent.
    public subscript(name: String) -> String {
        get { values[name]?.first.flatMap { TextRule.isBlank($0) ? nil : $0.trimmingSpaces() } ?? "" }
        set { values[name] = [newValue] }
    }

    public func exact(_ name: String) -> String { values[name]?.first ?? "" }

    public func all(_ name: String) -> [String] { values[name] ?? [] }

    public func has(_ name: String) -> Bool { values[name] != nil }

    public func file(_ name: String) -> UploadedFile? { files[name]?.first { $0.size > 0 } }

    public mutating func set(_ name: String, to values: [String]) { self.values[name] = values }

    public mutating func append(_ value: String, to name: String) { values[name, default: []].append(value) }

    public mutating func append(_ file: UploadedFile, to name: String) { files[name, default: []].append(file) }

    public mutating func remove(_ name: String) {
        values[name] = nil
        files[name] = nil
    }
}

/// An uploaded file in a temporary file, deleted with the last reference.
public final class UploadedFile: Sendable {
    /// The sender's file name without folders and control characters, for display only.
    public let name: String
    public let path: String
    public let size: Int

    public init(name: String, path: String, size: Int) {
        self.name = name
        self.path = path
        self.size = size
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
