import Admin
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Questionnaires

/// The way of an answer from the sealed pool to the others, also where a process is killed on it or a key is gone.
@Suite struct MixingTests {
    private final class Place {
        let folder: TemporaryFolder
        let database: DatabaseQueue
        var path: String { folder.path + "/portico.sqlite" }
        var sealed: String { folder.path + "/" + Backups.privateFolder }
        var keys: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: sealed)) ?? []).sorted() }

        init(students: Int) throws {
            folder = try TemporaryFolder()
            database = try DatabaseQueue(path: folder.path + "/portico.sqlite", configuration: emptyDatabase().configuration)
            try emptyDatabase().backup(to: database)
            try database.write { db in
                try Faculty.fill(db, students: students, anonymous: true, mandatory: false)
                _ = try Faculty.publish(db)
            }
        }

        func send(_ students: ClosedRange<Int64>) throws {
            try database.write { db in
                for student in students {
                    _ = try Faculty.send(["q1": "3", "q4": "parola \(student)"], of: student, nonce: "\(student)", mixes: false, db)
                }
            }
        }

        @discardableResult
        func mix() throws -> Mixing.Outcome { try database.write { try Mixing.mix($0, now: Faculty.now) } }
        func close() throws { try database.write { try #require(try QuestionnaireVersion.active(of: 1, $0)).close(now: Faculty.now, $0) } }
        func texts() throws -> [String] {
            try database.read { try String.fetchAll($0, sql: "SELECT value FROM compilationAnswer WHERE value IS NOT NULL ORDER BY 1") }
        }
        func counts() throws -> [Int] {
            try database.read {
                let now = try SealedPool.counts(of: 1, $0); return [now.waiting, now.lost]
            }
        }
    }

    @Test func aBatchLeavesAsManyBehindAsNobodyCanBeToldApartAmong() throws {
        let place = try Place(students: 12)
        try place.send(1...9)
        #expect(try place.mix() == Mixing.Outcome())
        #expect(try place.texts() == [])
        try place.send(10...12)
        #expect(try place.mix().moved == 7)
        #expect(try place.texts().count == 7)
        #expect(try place.counts() == [5, 0])
        // Results are complete or not there.
        let heading = try place.database.read { try #require(try ResultHeading.find(1, $0)) }
        #expect(try place.database.read { try heading.response($0).sent } == 12)
        try place.close()
        let (closed, waiting) = try place.database.read { db in
            (try #require(try QuestionnaireVersion.find(1, db)), try #require(try ResultHeading.find(1, db)))
        }
        #expect(!waiting.isReady(closed, now: Faculty.now))
        #expect(waiting.waiting(closed) == 5)
        let asked = try place.database.read {
            try String.fetchAll($0, sql: "SELECT kind FROM job WHERE kind <> ?", arguments: [OfferJob.name])
        }
        #expect(asked == [TraceJob.name])
        #expect(try place.mix().moved == 5)
        let ready = try place.database.read { try #require(try ResultHeading.find(1, $0)) }
        #expect(ready.isReady(closed, now: Faculty.now))
        #expect(try Set(place.texts()) == Set((1...12).map { "parola \($0)" }))
        #expect(try place.mix() == Mixing.Outcome())
        try place.database.write { db in
            let counted = try countedRows(db)
            try ResultSchema.recount(db)
            #expect(try countedRows(db) == counted)
        }
    }

    @Test func theKeyOfABatchIsDestroyedOnceItIsThrough() throws {
        let place = try Place(students: 6)
        try place.send(1...3)
        let first = place.keys
        let bytes = try Data(contentsOf: URL(fileURLWithPath: place.sealed + "/" + first[0]))
        #expect(first.count == 1)
        #expect(bytes.count == 32)
        let rights = try FileManager.default.attributesOfItem(atPath: place.sealed + "/" + first[0])[.posixPermissions] as? Int
        #expect(rights == 0o600)
        let secret = Data(bytes)
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.path)).range(of: secret) == nil)
        // What stays is sealed anew, too: a key that is found later opens nothing that was sent before.
        try place.mix()
        #expect(place.keys.count == 1)
        #expect(place.keys != first)
        try place.send(4...6)
        try place.close()
        #expect(try place.mix().moved == 6)
    }

    /// Killed before the commit: as if nothing had happened.
    @Test func whatIsTakenBackHasMovedAndLostNothing() throws {
        let place = try Place(students: 12)
        try place.send(1...12)
        struct Killed: Error {}
        #expect(throws: Killed.self) {
            try place.database.write { db in
                try Mixing.mix(db, now: Faculty.now)
                throw Killed()
            }
        }
        #expect(try place.texts() == [])
        #expect(try place.counts() == [12, 0])
        #expect(try place.mix().moved == 7)
        #expect(place.keys.count == 1)
    }

    /// Killed after the commit and before the key was destroyed: the next run destroys it, and moves nothing twice.
    @Test func aKeyThatWasLeftBehindIsDestroyedByTheNextRun() throws {
        let place = try Place(students: 12)
        try place.send(1...12)
        let name = place.keys[0]
        let key = try Data(contentsOf: URL(fileURLWithPath: place.sealed + "/" + name))
        try place.mix()
        try key.write(to: URL(fileURLWithPath: place.sealed + "/" + name))
        #expect(place.keys.count == 2)
        #expect(try place.mix() == Mixing.Outcome())
        #expect(place.keys.count == 1)
        #expect(!place.keys.contains(name))
        #expect(try place.texts().count == 7)
    }

    /// A copy of the database without the folder of keys: a site that was restored elsewhere.
    @Test func whatNobodyCanOpenAnyMoreIsCountedAndSaid() throws {
        let place = try Place(students: 14)
        try place.send(1...12)
        try place.mix()
        let offer = try place.database.write { db -> String in
            let (version, offer) = (try #require(try QuestionnaireVersion.active(of: 1, db)), try Faculty.offer(of: 13, db))
            let replies = try Faculty.replies(version, ["q4": "bozza segreta"], db)
            try FillingDraft(offer: offer.id, version: version.id, replies: replies, page: 1).save(now: Faculty.now, db)
            return offer.id
        }
        let other = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: place.path, toPath: other.path + "/portico.sqlite")
        let copy = try DatabaseQueue(path: other.path + "/portico.sqlite", configuration: emptyDatabase().configuration)
        let said = try copy.read { try Questionnaires.missingFromBackup($0) }
        #expect(said.map(\.key) == ["questionnaires.mixing.inBackup.answers", "questionnaires.mixing.inBackup.drafts"])
        #expect(said.map(\.count) == [5, 1])
        try copy.write { db in
            #expect(try FillingDraft.find(offer, db) == nil)
            #expect(try FillingDraft.isLost(offer, db))
            #expect(try Mixing.mix(db, now: Faculty.now).lost == 5)
            #expect(try SealedPool.counts(of: 1, db) == (0, 5))
            // And it goes on.
            _ = try Faculty.send(["q1": "3"], of: 14, mixes: false, db)
            #expect(try SealedPool.counts(of: 1, db) == (1, 5))
            #expect(try Mixing.mix(db, now: Faculty.now, everything: true) == Mixing.Outcome(moved: 1))
            #expect(try ResultHeading.find(1, db)?.response(db).sent == 13)
        }
    }

    /// A file that is there and cannot be read loses nothing.
    @Test func aKeyThatCannotBeReadNowIsNoLostKey() throws {
        let place = try Place(students: 3)
        try place.send(1...3)
        let path = place.sealed + "/" + place.keys[0]
        let key = try Data(contentsOf: URL(fileURLWithPath: path))
        // Another process has never read it.
        let id = try #require(try place.database.read { try SealingKeys.current(.answers, $0) }).id
        SealingKeys.forget(id)
        try Data(key.prefix(7)).write(to: URL(fileURLWithPath: path))
        #expect(throws: (any Error).self) { try place.mix() }
        try key.write(to: URL(fileURLWithPath: path))
        try place.close()
        #expect(try place.mix() == Mixing.Outcome(moved: 3))
    }

    @Test func draftsAreOfOneSizeAndGetANewKeyEveryNight() throws {
        let place = try Place(students: 3)
        var sizes: Set<Int> = []
        let drafts = try place.database.write { db -> [FillingDraft] in
            let version = try #require(try QuestionnaireVersion.active(of: 1, db))
            return try (1...3).map { student in
                let offer = try Faculty.offer(of: Int64(student), db)
                let text = String(repeating: "bozza segreta ", count: student == 3 ? 350 : student * 20)
                let replies = try Faculty.replies(version, ["q1": "2", "q4": text], db)
                let draft = FillingDraft(offer: offer.id, version: version.id, replies: replies, page: 7)
                try draft.save(now: Faculty.now, db)
                sizes.insert(
                    try #require(try Int.fetchOne(db, sql: "SELECT length(content) FROM filling WHERE offer = ?", arguments: [offer.id])))
                return draft
            }
        }
        let before = place.keys
        #expect(sizes.count == 1)
        #expect(before.count == 2)
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.path)).range(of: Data("bozza segreta".utf8)) == nil)
        try place.database.write { try SealedDraft.renewKey($0) }
        #expect(Set(place.keys).isDisjoint(with: before.filter { $0.hasSuffix(".key") }))
        try place.database.write { db in
            for draft in drafts { #expect(try FillingDraft.find(draft.offer, db) == draft) }
            try FillingDraft.discard(drafts[2].offer, db)
            try SealedDraft.renewKey(db)
        }
        #expect(place.keys.count == 1)
        let days = try place.database.read { try String.fetchSet($0, sql: "SELECT day FROM filling") }
        #expect(days == ["2026-02-02"])
    }

    /// More than there are slots for: everything to a new place, and nothing lost.
    @Test func thePoolGrowsAndShrinks() throws {
        let place = try Place(students: 70)
        try place.send(1...70)
        let many = try place.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sealedSlot") }
        #expect(many == 256)
        try place.close()
        #expect(try place.mix().moved == 70)
        let few = try place.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sealedSlot") }
        #expect(few == SealedSlots.fewest)
        #expect(try place.texts().count == 70)
    }

    /// A version that was sent once is not taken back, and keeps what it promised, also while the answers wait.
    @Test func whatWaitsCountsAsSent() throws {
        let place = try Place(students: 1)
        try place.send(1...1)
        try place.database.write { db in
            let version = try #require(try QuestionnaireVersion.active(of: 1, db))
            #expect(try version.compilations(db) == 1)
            #expect(try Questionnaire.isAnswered(1, db))
            #expect(throws: VersionRefusal.hasBeenUsed) { try version.withdraw(db) }
            #expect(throws: DatabaseError.self) { try db.execute(sql: "UPDATE questionnaire SET anonymous = 0") }
        }
    }

    /// The same number with other answers is not taken for the same sending.
    @Test func otherAnswersUnderTheSameNumberAreRefused() throws {
        let place = try Place(students: 1)
        try place.database.write { db in
            let code = try Faculty.send(["q1": "3", "q4": "uno"], of: 1, nonce: "x", mixes: false, db)
            #expect(try Faculty.send(["q1": "3", "q4": "uno"], of: 1, nonce: "x", mixes: false, db) == code)
            #expect(throws: SendingRefusal.alreadySent) { try Faculty.send(["q1": "3", "q4": "due"], of: 1, nonce: "x", mixes: false, db) }
        }
    }

    /// A reader in the way is not waited for: all who write would wait too.
    @Test func theLogIsEmptiedWithoutWaitingForReaders() async throws {
        let folder = try TemporaryFolder()
        let pool = try DatabasePool(path: folder.path + "/x.sqlite", configuration: emptyDatabase().configuration)
        try await pool.write { try $0.execute(sql: "CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
        let snapshot = try pool.makeSnapshot()
        _ = try await snapshot.read { try Int.fetchOne($0, sql: "SELECT x FROM t") }
        try await pool.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
        let isEmptied = await pool.emptyLog(tries: 1)
        #expect(!isEmptied)
        try snapshot.close()
        let isEmptiedNow = await pool.emptyLog(tries: 1)
        #expect(isEmptiedNow)
        let patience = try await pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA busy_timeout") }
        #expect(patience == 5_000)
    }
}
