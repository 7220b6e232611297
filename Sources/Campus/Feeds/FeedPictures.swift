import Accounts
import Admin
import Formats
import Foundation
import GRDB
import Web

/// Takes the pictures that a feed names into the library, because pages load nothing from other sites. Each address is tried once.
struct FeedPictures: Sendable {
    let admin: AdminContext
    var patience = Duration.seconds(10)

    private static let (most, longest) = (12, 8 << 20)

    private struct Wanted: Sendable {
        let identity: String
        let article: Int64
        let address: String
    }

    /// `items` are those of the last reading of the source.
    func take(_ items: [FeedReader.Item], of source: Int64) async throws {
        let wanted = try await admin.database.read { try Array(self.wanted(items, source, $0).prefix(Self.most)) }
        for one in wanted {
            let stored = await load(one.address)
            try Task.checkCancellation()
            try await admin.database.write { try keep(stored, one, source, $0) }
        }
    }

    private func wanted(_ items: [FeedReader.Item], _ source: Int64, _ db: Database) throws -> [Wanted] {
        let shows = "SELECT media FROM campusNewsSource WHERE id = ?"
        guard try Bool.fetchOne(db, sql: shows, arguments: [source]) == true else { return [] }
        let sql = """
            SELECT i.article FROM campusFeedItem i JOIN campusArticle a ON a.id = i.article AND \(Article.notTrashed("a"))
            WHERE i.source = ? AND i.identity = ? AND i.picture <> ? AND a.picture IS NULL
            """
        return try items.filter { !$0.picture.isEmpty }.compactMap { item in
            try Int64.fetchOne(db, sql: sql, arguments: [source, item.identity, item.picture]).map {
                Wanted(identity: item.identity, article: $0, address: item.picture)
            }
        }
    }

    private func load(_ address: String) async -> StoredPicture? {
        let document = await Outgoing(allowsPrivate: false, neighbours: admin.neighbours).read(
            address, asking: [("Accept", "image/*"), ("User-Agent", "Portico-Feeds")], limit: Self.longest, patience: patience)
        guard document.error == nil, !document.bytes.isEmpty else { return nil }
        let folder = NSTemporaryDirectory() + "portico-feed-" + UUID().uuidString
        let name = (URL(string: address)?.lastPathComponent ?? "").harmlessFileName
        let path = "\(folder)/\(name.isEmpty || name == "/" ? "picture" : name)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data(document.bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            return nil
        }
        return try? await admin.pictures.take(files: [path])[path]?.get()
    }

    private func keep(_ stored: StoredPicture?, _ one: Wanted, _ source: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE campusFeedItem SET picture = ? WHERE source = ? AND identity = ?", arguments: [one.address, source, one.identity])
        guard let stored, var article = try Article.fetch(db, id: one.article), article.stamp.deletedAt == nil, article.picture == nil,
            let origin = try NewsSource.fetch(db, id: source)
        else { return }
        let actor = Actor.system("portico")
        article.picture = try Picture.add(stored, credit: origin.name, scopeID: nil, db, by: actor).id
        try article.update(db, by: actor, words: admin.pages.templates.words(in: admin.site.language), zone: admin.site.zone)
    }
}
