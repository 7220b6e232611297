import Formats
import Foundation
import GRDB
import Web

/// A format that a module reads. Its items become records of one list.
///
/// A value of a field with parts is a list of objects with the names of the parts. Beside them an object may have a `line`, as it is in the
/// source, and a `reading`, a list of objects with a `name` below `imports.facts` and a `text`.
public protocol ImportFormat: ImportReader where Content == [String: JSON] {
    /// The name that is kept with an import, such as `house.recipeFiles`; `imports.formats.<name>` says what it reads.
    static var name: String { get }
    static var list: any Resource.Type { get }
    /// What an item may have: fields of the list, and facts that no field holds, with texts below `imports.facts`.
    static var columns: [String] { get }
    /// What unknown values of a field become until a person answers.
    static var answers: [String: ImportFirstAnswer] { get }
    static var endings: [String] { get }
    /// Where the list's records go out in this format: a text key and an address.
    static var exports: [(label: String, address: String)] { get }
    /// What the site says about reading; `ImportSource.settings` has it.
    static func settings(_ db: Database) throws -> (any Sendable)?
    static func fits(_ source: ImportSource) -> Bool
    /// Throws `ImportRefusal` if nothing of it can be read.
    init(_ source: ImportSource) throws
}

extension ImportFormat {
    public static var exports: [(label: String, address: String)] { [] }
    public static func settings(_ db: Database) throws -> (any Sendable)? { nil }
}

/// What an unknown value becomes until a person answers.
public enum ImportFirstAnswer: Sendable { case make, skip }

/// A file, an archive, a text or a page with its name.
public struct ImportSource: Sendable {
    public let name: String
    public let bytes: [UInt8]
    /// Where a page came from.
    public var address: String?
    /// The language of the site, for texts that do not say theirs.
    public private(set) var language = Language.italian
    /// The time zone of the site, for times that do not say theirs.
    public private(set) var zone = TimeZone.gmt
    /// How a person wants it read, by the names of the format's choices.
    public var chosen: [String: String] = [:]
    public private(set) var settings: (any Sendable)?

    public init(_ name: String, _ bytes: [UInt8], address: String? = nil) {
        (self.name, self.bytes, self.address) = (name, bytes, address)
    }

    public func on(_ site: (language: Language, zone: TimeZone)) -> ImportSource {
        var source = self
        (source.language, source.zone) = site
        return source
    }

    public func with(_ settings: (any Sendable)?) -> ImportSource {
        var source = self
        source.settings = settings
        return source
    }
}

extension AdminContext {
    func importFormats(for list: String? = nil) -> [any ImportFormat.Type] {
        var found: [any ImportFormat.Type] = []
        for module in modules { for format in module.importFormats where list == nil || format.list.name == list { found.append(format) } }
        return found
    }

    func importFormat(named name: String) -> (any ImportFormat.Type)? { importFormats().first { $0.name == name } }
}
