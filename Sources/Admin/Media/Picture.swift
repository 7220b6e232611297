import Accounts
import Foundation
import GRDB

/// A picture of the library; table `picture`. `PictureStore` keeps its files under `file`.
public struct Picture: Codable, FetchableRecord, MutablePersistableRecord, Sendable, Equatable {
    public var id: Int64?
    /// A readable unique name, used by the seed file.
    public var key: String
    /// 32 lower-case hexadecimal characters of the master's hash: not guessable, and equal for equal content.
    public var file: String
    /// The master's width in pixels.
    public var width: Int
    /// The master's height in pixels.
    public var height: Int
    /// The master's size in bytes.
    public var bytes: Int
    /// The alternative text; empty if not written yet.
    public var alt: String
    public var credit: String
    /// The licence as a short text, such as `CC BY 4.0`.
    public var licence: String
    /// The original file name, for display only.
    public var original: String
    /// The house that it belongs to; nil if shared by all.
    public var scopeID: Int64?
    /// Counts changes, to detect concurrent edits.
    public var version: Int
    public var createdAt: Date
    public var updatedAt: Date
    public var deletedAt: Date?

    public static let databaseTableName = "picture"

    public enum Columns {
        public static let id = Column(CodingKeys.id)
        public static let key = Column(CodingKeys.key)
        public static let file = Column(CodingKeys.file)
        public static let alt = Column(CodingKeys.alt)
        public static let credit = Column(CodingKeys.credit)
        public static let licence = Column(CodingKeys.licence)
        public static let original = Column(CodingKeys.original)
        public static let scopeID = Column(CodingKeys.scopeID)
        public static let version = Column(CodingKeys.version)
        public static let createdAt = Column(CodingKeys.createdAt)
        public static let updatedAt = Column(CodingKeys.updatedAt)
        public static let deletedAt = Column(CodingKeys.deletedAt)
    }

    public init(
        id: Int64? = nil, key: String, stored: StoredPicture, alt: String = "", credit: String = "", licence: String = "",
        scopeID: Int64? = nil, at now: Date
    ) {
        self.id = id
        self.key = key
        self.file = stored.file
        self.width = stored.width
        self.height = stored.height
        self.bytes = stored.bytes
        self.alt = alt
        self.credit = credit
        self.licence = licence
        self.original = stored.original
        self.scopeID = scopeID
        self.version = 1
        self.createdAt = now
        self.updatedAt = now
    }

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

extension Picture {
    public static let notTrashed = RowCondition.notTrashed(in: databaseTableName)

    public func address(_ size: PictureSize) -> String { Self.address(file: file, size) }

    public static func address(file: String, _ size: PictureSize) -> String {
        let around = around(size)
        return around.begin + file + around.end
    }

    static func around(_ size: PictureSize) -> (begin: String, end: String) { ("/media/", "/\(size.fileName)") }
}

/// The picture sizes: the longest side in pixels, at most that of the original.
public enum PictureSize: Int, CaseIterable, Sendable {
    case thumb = 96
    case medium = 480
    case large = 1200

    var fileName: String { "\(rawValue).webp" }
}
