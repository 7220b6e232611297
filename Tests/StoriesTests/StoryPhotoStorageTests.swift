import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin
@testable import Stories

/// The stories' photos on the disk, and what of the stories is cleared away.
@Suite struct StoryPhotoStorageTests {
    private static let photo = TestSite.root + "/seed/pictures/caffe.webp"

    @Test func aPhotoOfAStoryComesBackWithABackup() async throws {
        let site = try await TestSite()
        let photos = try site.portal.admin.pictures.store(for: Stories.photos)
        let stored = try #require(await photos.take(files: [Self.photo])[Self.photo]).get()
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO writer (email, nickname, firstName, lastName, avatar, verifiedAt, createdAt)
                    VALUES ('a@example.org', 'anna', 'Anna', 'Prova', ?, '2026-01-01', '2026-01-01')
                    """, arguments: [stored.file])
        }
        let folder = try TemporaryFolder()
        let archive = folder.path + "/one.tar"
        let manifest = try await site.portal.admin.backups.make(site.database, to: archive)
        #expect(manifest.pictures == 1)
        _ = try await site.portal.admin.backups.restore(archive, to: folder.path + "/new", replacing: false)
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/new/story-photos/\(stored.file)/master.webp"))
    }

    @Test func whatNobodyNeedsIsClearedAway() throws {
        let shelf = try Bookshelf()
        let now = shelf.now
        try shelf.write { db in
            for (sending, age) in [("old", 200.0), ("young", 2)] {
                _ = try StoryDraft.keep(
                    of: age > 100 ? 1 : 2, parent: nil, kind: .text, title: "", text: sending, photo: nil, sending: sending,
                    at: now - age * 86_400, db)
            }
            for age in [40.0, 1] { try Mail.enqueue(to: "a@b.it", writer: 1, subject: "S", body: "B", at: now - age * 86_400, db) }
            try db.execute(sql: "UPDATE mail SET state = 'kept', sentAt = createdAt")
            let removed = try Stories.sweep(db, at: now)
            #expect(removed == 2)
            let drafts = try String.fetchAll(db, sql: "SELECT text FROM storyDraft")
            #expect(drafts == ["young"])
        }
    }
}
