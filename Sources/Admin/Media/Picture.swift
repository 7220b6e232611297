import Foundation
import GRDB

/// One picture of the library; table `picture`. Its bytes lie in the `PictureStore` under `file`.
public struct Picture: Codable, FetchableRecord, MutablePersistableRecord, Sendable, Equatable {
    public var id: Int64?
    /// Readable and unique: how the seed file names the picture.
    public var key: String
    /// 32 lower-case hexadecimal characters from the hash of the master: unguessable, and the same content has the same name.
    public var file: String
    /// Pixels of the master.
    public var width: Int
    /// Pixels of the master.
    public var height: Int
    /// Size of the master.
    public var bytes: Int
    /// What the picture shows, for those who do not see it; empty when nobody has written it yet.
    public var alt: String
    /// Who made it.
    public var credit: String
    /// The terms it may be used on, as a short text: `CC BY 4.0`.
    public var licence: String
    /// The file name it came with; for showing only.
    public var original: String
    /// The house it belongs to; nil: every house may use it.
    public var scopeID: Int64?
    /// Counts changes, so that two editors do not overwrite each other.
    public var version: Int
    public var createdAt: Date
    public var updatedAt: Date
    /// When it was put in the trash.
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
    /// Where browsers get the picture.
    public func address(_ size: PictureSize) -> String { Self.address(file: file, size) }

    /// The same where only the name of the file was read.
    public static func address(file: String, _ size: PictureSize) -> String {
        let around = around(size)
        return around.begin + file + around.end
    }

    /// What stands before and after the name of a file in its address.
    static func around(_ size: PictureSize) -> (begin: String, end: String) { ("/media/", "/\(size.fileName)") }
}

/// The sizes that pages use: the longest side in pixels, never more than the picture has.
public enum PictureSize: Int, CaseIterable, Sendable {
    case thumb = 96
    case medium = 480
    case large = 1200

    var fileName: String { "\(rawValue).webp" }
}
