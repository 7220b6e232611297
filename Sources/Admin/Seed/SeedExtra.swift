import Accounts
import Crypto
import Foundation
import GRDB

/// Seed data of a system besides resources: a list of mappings in a house's contents or in the system's lists.
public protocol SeedExtra: Sendable {
    /// The key in file and plan, such as `lists`.
    static var path: String { get }
    static var schema: SeedSchema { get }
    static var known: [String] { get }
    /// The keys whose values the site remembers only as set.
    static var secretKeys: [String] { get }
    /// Whether `state` compares all that the file says; false for entries that are set once and then stay.
    static var comparesValues: Bool { get }
    /// Whether others have got what was written, such as a published alert, so that no undo takes it back.
    static var isFinal: Bool { get }
    /// Reads a mapping; nil after noting a mistake. `scopeID` is the house; 0 for the whole system.
    init?(_ mapping: SeedMapping, scopeID: Int64)
    var key: String { get }
    /// What the files that the entry names hold; a change of them is a change of the entry.
    var filesDigest: String { get }
    /// The secret to hash before writing.
    var secret: String? { get }
    func state(_ db: Database) throws -> SeedExtraState
    func write(_ db: Database, hash: String?, by actor: Actor) throws
    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue]
}

extension SeedExtra {
    public var secret: String? { nil }
    public var filesDigest: String { "" }
    public static var comparesValues: Bool { false }
    public static var isFinal: Bool { false }
    public static var secretKeys: [String] { ["password", "passwordHash", "pin", "hash"] }
}

public enum SeedExtraState: Sendable {
    case new, same
    case changed([String])
}

extension SeedItem {
    /// A digest of the content, in which secrets count only as set.
    func digest(without secrets: Set<String>) -> String {
        SHA256.hash(data: Data(json(without: secrets).compact.utf8)).prefix(16).hexadecimal
    }

    private func json(without secrets: Set<String>) -> JSON {
        switch content {
        case .scalar(let text, let isPlain): isNull ? .null : .list([.text(text), .flag(isPlain && PlainWord(text) != nil)])
        case .list(let items): .list(items.map { $0.json(without: secrets) })
        case .map(let pairs):
            .object(
                pairs.sorted { $0.key.name < $1.key.name }.map { key, value in
                    (key: key.name, value: secrets.contains(key.name) ? .text("set") : value.json(without: secrets))
                })
        case .broken: .null
        }
    }
}

extension SeedNode {
    /// Returns the id of the record with this key.
    public func record<R: Resource>(of type: R.Type) -> Int64? { reference(to: Target(type)) }

    /// Returns the text if it is a password hash from an export.
    public func hash() -> String? {
        guard let text = text() else { return nil }
        guard text.isPasswordHash else {
            refuse("hash")
            return nil
        }
        return text
    }
}

extension SeedExport {
    /// Returns the key of an exported record; nil if it is not exported.
    public func key<R: Resource>(of id: Int64, _ type: R.Type) throws -> String? { try key(of: id, in: Target(type)) }
}

extension String {
    /// Compares bytes, because a regex would be compiled at each call.
    fileprivate var isPasswordHash: Bool {
        let parts = split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "scrypt", parts[2] == "8", parts[3] == "1", (1...7).contains(parts[1].utf8.count) else {
            return false
        }
        let isBase64 = { (text: Substring) in
            text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || "+/=".utf8.contains($0)
            }
        }
        return parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) } && (1...200).contains(parts[4].utf8.count)
            && parts[5].utf8.count == 44 && isBase64(parts[4]) && isBase64(parts[5])
    }
}
