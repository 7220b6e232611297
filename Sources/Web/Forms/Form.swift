import Foundation

/// What a person sent with a form: every name with all its values in the order sent, and the files.
///
/// Hummingbird's decoder follows `Codable` strictly and answers a ticked checkbox or an empty number with a bare 400. A form keeps
/// what was typed, whatever it is; the fields then say what is wrong, all at once.
public struct Form: Sendable {
    public private(set) var values: [String: [String]]
    public private(set) var files: [String: [UploadedFile]]

    public init(_ values: [String: [String]] = [:], files: [String: [UploadedFile]] = [:]) {
        self.values = values
        self.files = files
    }

    /// The first value of a name without white space at its ends; empty when it was not sent, or shows nothing.
    public subscript(name: String) -> String {
        get { values[name]?.first.flatMap { TextRule.isBlank($0) ? nil : $0.trimmingSpaces() } ?? "" }
        set { values[name] = [newValue] }
    }

    /// The first value exactly as typed, for passwords and long texts.
    public func exact(_ name: String) -> String { values[name]?.first ?? "" }

    /// Every value of a name.
    public func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Whether the name was sent at all.
    public func has(_ name: String) -> Bool { values[name] != nil }

    /// The file sent under a name, nil when the person chose none.
    public func file(_ name: String) -> UploadedFile? { files[name]?.first { $0.size > 0 } }

    /// Replaces all values of a name.
    public mutating func set(_ name: String, to values: [String]) { self.values[name] = values }

    /// Adds one more value to a name.
    public mutating func append(_ value: String, to name: String) { values[name, default: []].append(value) }

    /// Adds one more file to a name.
    public mutating func append(_ file: UploadedFile, to name: String) { files[name, default: []].append(file) }

    /// Removes a name with its values and files.
    public mutating func remove(_ name: String) {
        values[name] = nil
        files[name] = nil
    }
}

/// A file that came with a form, kept in a temporary file which goes away with the last reference to it.
public final class UploadedFile: Sendable {
    /// The name it had on the sender's device, without folders and control characters; for showing only.
    public let name: String
    /// Where the bytes are.
    public let path: String
    /// Bytes.
    public let size: Int

    public init(name: String, path: String, size: Int) {
        self.name = name
        self.path = path
        self.size = size
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
