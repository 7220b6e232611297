import GRDB
import Synchronization
import Web

/// Caches outlines of published versions, which never change. Every filling page and every sending needs one.
final class PublishedOutlines: Sendable {
    private struct Key: Hashable {
        let version: Int64
        /// Edition and publication time: a withdrawn version may change before it is published again.
        let publication: String
        let language: Language?
    }

    /// More than a site uses at once; an evicted outline is soon read again.
    private static let capacity = 50

    private let kept = Mutex<[Key: StructureOutline]>([:])

    func read(_ version: Int64, in language: Language? = nil, _ db: Database) throws -> StructureOutline {
        // NULL for a draft, which is never cached.
        let sql = "SELECT edition || ' ' || activatedAt FROM questionnaireVersion WHERE id = ?"
        let publication = try String.fetchOne(db.cachedStatement(sql: sql), arguments: [version])
        let key = publication.map { Key(version: version, publication: $0, language: language) }
        if let key, let known = kept.withLock({ $0[key] }) { return known }
        let asked = try StructureStore.read(version, db)
        let outline = StructureOutline(language.map(asked.reading) ?? asked)
        if let key {
            kept.withLock { kept in
                if kept.count >= Self.capacity { kept = [:] }
                kept[key] = outline
            }
        }
        return outline
    }
}
