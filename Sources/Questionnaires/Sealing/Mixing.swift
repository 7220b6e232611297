import Foundation
import GRDB

/// Moves sent answers out of the sealed pool in batches and in random order. The rest is sealed with a new key; the old key is destroyed
/// after the commit is on disk. A crash before that changes nothing; after a later crash the next run destroys the key.
enum Mixing {
    struct Outcome: Equatable {
        var moved = 0
        var lost = 0
    }

    /// `isNight` permits rewriting large tables, which takes seconds. `everything` also moves groups below the threshold, for tests only.
    @discardableResult
    static func mix(_ db: Database, now: Date, isNight: Bool = false, everything: Bool = false) throws -> Outcome {
        let keys = try SealingKeys(beside: db)
        let opened = try open(keys, db)
        try keys.tidy(keeping: Set(opened.compactMap(\.part)), ending: SealedAnswer.partEnding, db)
        let (moving, staying) = try divide(opened, now: now, everything: everything, db)
        var outcome = Outcome(moved: moving.count)
        let isAnyLost = try opened.count < SealedPool.waiting(db)
        if try SealedSlots.isChanged(db) || !moving.isEmpty || isAnyLost {
            try store(moving, db)
            outcome.lost = try count(moving, staying, db)
            try reseal(staying, keys, db)
        }
        if !moving.isEmpty { try db.execute(sql: "UPDATE sealedPool SET isRewritingDue = 1") }
        if try AnswerTables.isDue(db), try isNight || !AnswerTables.isLarge(db) { try AnswerTables.rewrite(db) }
        return outcome
    }

    private static func open(_ keys: SealingKeys, _ db: Database) throws -> [SealedAnswer] {
        guard let key = try SealingKeys.current(.answers, db), let secret = try keys.secret(key.id) else { return [] }
        return try SealedSlots.all(db).compactMap { SealedAnswer($0, secret: secret, keys) }
    }

    /// While a group is still open, as many answers as the threshold stay, so that enough remain for the last batch.
    private static func divide(
        _ all: [SealedAnswer], now: Date, everything: Bool, _ db: Database
    ) throws -> (moving: [SealedAnswer], staying: [SealedAnswer]) {
        let (ended, thresholds) = try versions(now: now, db)
        var (moving, staying): ([SealedAnswer], [SealedAnswer]) = ([], [])
        var courses: [Int64: Set<Int64>] = [:]
        for (group, answers) in Dictionary(grouping: all, by: \.group) {
            let threshold = thresholds[group.version] ?? 5
            let endedCourses = try courses[group.version] ?? CampaignEnd.activities(of: group.version, db) ?? []
            courses[group.version] = endedCourses
            let isCourseOver = answers.first?.activity.map(endedCourses.contains) ?? false
            let isWhole = everything || ended.contains(group.version) || isCourseOver
            let kept = isWhole ? 0 : answers.count < 2 * threshold ? answers.count : threshold
            let shuffled = answers.shuffled()
            staying += shuffled.prefix(kept)
            moving += shuffled.dropFirst(kept)
        }
        return (moving.shuffled(), staying.shuffled())
    }

    private static func versions(now: Date, _ db: Database) throws -> (ended: Set<Int64>, thresholds: [Int64: Int]) {
        let sql = """
            SELECT questionnaireVersion.id, threshold,
              state = 'closed' OR deletedAt IS NOT NULL OR closes IS NOT NULL AND closes <= ? AS isOver
            FROM questionnaireVersion JOIN questionnaire ON questionnaire.id = questionnaireVersion.questionnaire
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: [now])
        return (
            Set(rows.filter { $0["isOver"] }.map { $0["id"] }), Dictionary(rows.map { ($0["id"], $0["threshold"]) }) { $1 }
        )
    }

    private static func store(_ moving: [SealedAnswer], _ db: Database) throws {
        var outlines: [Int64: StructureOutline] = [:]
        var counts: [Int64: ResultCounts] = [:]
        for answer in moving {
            let outline = try outlines[answer.version] ?? StructureOutline(StructureStore.read(answer.version, db))
            outlines[answer.version] = outline
            let kept = try Sending.keep(answer.given, of: answer.offer, version: answer.version, outline, isAnonymous: true, db)
            counts[answer.version, default: ResultCounts(outline)].add(answer.given, at: kept.place)
        }
        for (version, counts) in counts { try counts.write(of: version, db) }
    }

    /// Records the remaining counts. - Returns: how many expected answers were missing.
    private static func count(_ moving: [SealedAnswer], _ staying: [SealedAnswer], _ db: Database) throws -> Int {
        struct Place: Hashable { let version, activity: Int64 }
        func counted(_ answers: [SealedAnswer]) -> [Place: Int] {
            Dictionary(grouping: answers) { Place(version: $0.version, activity: $0.activity ?? 0) }.mapValues(\.count)
        }
        let (moved, stayed) = (counted(moving), counted(staying))
        var lost = 0
        for row in try Row.fetchAll(db, sql: "SELECT version, activity, waiting FROM sealedCount WHERE waiting > 0") {
            let place = Place(version: row["version"], activity: row["activity"])
            let (waiting, rest) = (row["waiting"] as Int, stayed[place] ?? 0)
            let missing = max(0, waiting - rest - (moved[place] ?? 0))
            lost += missing
            try db.execute(
                sql: "UPDATE sealedCount SET waiting = ?, lost = lost + ? WHERE version = ? AND activity = ?",
                arguments: [rest, missing, place.version, place.activity])
        }
        try db.execute(sql: "DELETE FROM sealedCount WHERE waiting = 0 AND lost = 0")
        return lost
    }

    private static func reseal(_ staying: [SealedAnswer], _ keys: SealingKeys, _ db: Database) throws {
        let key = try keys.renew(.answers, db)
        let sealed = try staying.map { answer -> Data in
            var answer = answer
            return try answer.sealed(to: key.publicKey ?? Data(), keys)
        }
        try SealedSlots.rearrange(sealed, db)
    }
}
