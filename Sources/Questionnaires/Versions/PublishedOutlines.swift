import GRDB
import Synchronization
import Web

/// What published versions ask, laid out once: every page that is filled in and everything that is sent needs the whole of it, and what
/// is published never changes.
final class PublishedOutlines: Sendable {
    private struct Key: Hashable {
        let version: Int64
        /// Its edition, and the moment at which it was published: one that was taken back may have been changed in between.
        let publication: String
        let language: Language?
    }

    /// More than a site asks at once; whatever is still needed is soon there again.
    private static let capacity = 50

    private let kept = Mutex<[Key: StructureOutline]>([:])

    /// - Parameter language: the reader's; nil for the original.
    func read(_ version: Int64, in language: Language? = nil, _ db: Database) throws -> StructureOutline {
        // NULL for a draft, which is read anew every time.
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
