import Accounts
import Admin
import Foundation
import GRDB

extension Clip {
    /// Archives the videos of undone catalogues that no text of the house needs, and restores those that one needs again.
    static func archiveOrRestoreAfterUndo(in house: Int64, at now: Date, _ db: Database, by actor: Actor) throws {
        let sql = """
            SELECT clip.id, clip.text, clip.deletedAt IS NOT NULL AS isGone FROM clip JOIN act ON act.id = clip.actID
            WHERE clip.houseID = ? AND (clip.isUndone OR NOT isGone AND act.undoneAt IS NOT NULL)
            """
        let brought = try Row.fetchAll(db, sql: sql, arguments: [house])
        guard !brought.isEmpty else { return }
        let needed = try words(of: house, db)
        for row in brought {
            let (id, text, isGone): (Int64, String, Bool) = (row["id"], row["text"], row["isGone"])
            guard needed.contains(text) == isGone, try !isGone || of(text, in: house, db) == nil else { continue }
            try db.execute(
                sql: "UPDATE clip SET deletedAt = ?, isUndone = ? WHERE id = ?", arguments: [isGone ? nil : now, !isGone, id])
            try AuditEntry.write(
                db, isGone ? "house.clip.restore" : "house.clip.remove", by: actor, scope: house, detail: ["text": String(text.prefix(200))]
            )
        }
    }

    /// The words that may have a video.
    private static func words(of house: Int64, _ db: Database) throws -> Set<String> {
        let sql = """
            SELECT recipeStep.text FROM recipeStep JOIN recipe ON recipe.id = recipeStep.recipe WHERE \(Recipe.notTrashed.in("?"))
            UNION SELECT name FROM dayMoment WHERE \(DayMoment.notTrashed.in("?"))
            """
        return Set(try String.fetchAll(db, sql: sql, arguments: [house, house]).map(Voice.plain))
    }
}
