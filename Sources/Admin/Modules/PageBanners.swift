import Foundation
import GRDB
import Web

/// What a system says above every public page, kept in memory: drawing a page reads no database for it.
public protocol PageBanners: Sendable {
    /// For the component `banners`: `severity`, `title`, `href`, `icon`, `isDrill`, `instruction` and `hasInstruction` of each.
    func values(_ words: Words, at now: Date) -> [Values]
    func reload(_ db: Database) throws
}
