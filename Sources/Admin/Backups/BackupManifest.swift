import Foundation

/// The content of an archive; its first file, `manifest.json`.
public struct BackupManifest: Codable, Sendable {
    /// Raised when older programs can no longer read the archive correctly.
    static let format = 1
    static let name = "manifest.json"

    struct File: Codable, Sendable {
        let name: String
        let bytes: Int
        /// In hexadecimal.
        let sha256: String
    }

    public var format = Self.format
    public let version: String
    /// In UTC.
    public let madeAt: Date
    let migrations: [String]
    let counts: [String: Int]
    let files: [File]
    /// Content that will be unreadable after a restore; nil in archives of older programs.
    let missing: [LocalizedMessage]?

    public var rows: Int { counts.values.reduce(0, +) }
    public var pictures: Int {
        files.count { $0.name.contains("/") && $0.name.hasSuffix("/" + PictureFile.master.rawValue) }
    }
    var bytes: Int { files.reduce(0) { $0 + $1.bytes } }

    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }

    static func decoded(_ data: Data) throws -> BackupManifest {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(BackupManifest.self, from: data)
    }

    /// Whether a name is safe in an archive: at most three plain parts, none hidden. Compares bytes.
    static func isSafe(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard name.utf8.count <= 99, (1...3).contains(parts.count) else { return false }
        return parts.allSatisfy { part in
            guard let first = part.first, first != UInt8(ascii: ".") else { return false }
            return part.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        }
    }
}
