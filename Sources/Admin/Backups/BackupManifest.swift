import Foundation

/// What an archive holds, as its first file says: `manifest.json`.
public struct BackupManifest: Codable, Sendable {
    /// Raised when older programs could not read the archive rightly.
    static let format = 1
    static let name = "manifest.json"

    struct File: Codable, Sendable {
        let name: String
        let bytes: Int
        /// Hexadecimal.
        let sha256: String
    }

    public var format = Self.format
    /// Of the program that made it.
    public let version: String
    /// UTC.
    public let madeAt: Date
    /// The migrations that its database has seen.
    let migrations: [String]
    /// Rows of every table.
    let counts: [String: Int]
    /// Every file but this one, in the archive's order.
    let files: [File]
    /// What cannot be read in a site that is restored from it; nil in archives of older programs.
    let missing: [LocalizedMessage]?

    /// Records of every kind together.
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

    /// A file of the data folder as it may be named in an archive: at most three plain parts, never a way out. Judged by bytes.
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
