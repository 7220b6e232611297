import Accounts
import Admin
import Foundation
import GRDB

/// Computes the hashes of hidden photos that have none: those uploaded while the settings did not ask for them.
enum PhotoHashJob {
    static let name = "stories-photos"

    static let kind = JobKind(name: name, title: "stories.jobs.photos") { work in
        let photos = try work.admin.pictures.store(for: Stories.photos)
        let files = try await work.admin.database.read { db in
            let sql = """
                SELECT DISTINCT photo FROM fragment INDEXED BY fragment_hiddenPhoto WHERE isHidden = 1 AND photo IS NOT NULL
                  AND photo NOT IN (SELECT file FROM photoHash)
                """
            return try String.fetchAll(db, sql: sql)
        }
        for (index, file) in files.enumerated() where !work.isCancelled {
            if let hash = await photos.hash(of: file) {
                try await work.admin.database.write { try HiddenPhotos.keep(hash, of: file, at: .now, $0) }
            }
            try await work.progress(index + 1, of: files.count)
        }
        return ["text": String(files.count)]
    }

    /// Asks for the hash of a hidden fragment's photo, where it has one and the settings look for copies.
    static func ask(for fragment: Int64, _ db: Database) throws {
        guard let photo = try Fragment.find(fragment, db)?.photo, try HiddenPhotos.wantsHash(of: photo, db) else { return }
        try Jobs.enqueue(db, name, by: .system("moderation"))
    }
}
