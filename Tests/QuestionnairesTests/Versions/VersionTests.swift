import GRDB
import Testing

@testable import Questionnaires

@Suite struct VersionTests {
    @Test func whatIsWrittenComesBackTheSame() throws {
        try Faculty(students: 0).database.write { db in
            let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
            var structure = Faculty.structure.renumbered
            structure.pages[0].paragraphs[0].questions[0].tags = [.attendance]
            structure.pages[2].paragraphs[0].questions[1].answers[0].score = 1.5
            try draft.save(structure, db)
            let read = try StructureStore.read(draft.id, db)
            #expect(read.renumbered.pages == structure.pages)
            try #require(read.conditions.count == 1)
            #expect(read.pages[1].id == read.conditions[0].target)
            // Saved again with the ids it has, it keeps them.
            var moved = read
            moved.pages.swapAt(1, 2)
            try #require(try QuestionnaireVersion.find(draft.id, db)).save(moved, db)
            #expect(try StructureStore.read(draft.id, db).pages == moved.pages)
        }
    }

    @Test func twoEditorsDoNotOverwriteEachOther() throws {
        try Faculty(students: 0).database.write { db in
            let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
            try draft.save(Faculty.structure.renumbered, db)
            #expect(throws: VersionRefusal.changedMeanwhile) { try draft.save(Structure(), db) }
        }
    }

    @Test func onlyASoundDraftIsPublishedAndThenNothingChangesIt() throws {
        try Faculty(students: 0).database.write { db in
            let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
            #expect(throws: VersionRefusal.hasErrors) { try draft.activate(Faculty.heading, now: Faculty.now, db) }
            let active = try Faculty.publish(db)
            #expect(active.state == .active)
            #expect(active.number == 1)
            for sql in ["UPDATE element SET text = 'x'", "DELETE FROM element", "DELETE FROM elementCondition"] {
                #expect(throws: DatabaseError.self, "\(sql)") { try db.execute(sql: sql) }
            }
        }
    }

    @Test func aNewVersionBeginsWithTheOldOneAndReplacesIt() throws {
        try Faculty(students: 1).database.write { db in
            let first = try Faculty.publish(db)
            let old = try StructureStore.read(first.id, db)
            let replies = try Faculty.replies(first, ["q1": "2", "q2": "3", "q4": "Bene"], db)
            let second = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
            let new = try StructureStore.read(second.id, db)
            #expect(second.number == 2)
            #expect(new.questions.map(\.code) == old.questions.map(\.code))
            #expect(new.pages[0].id != old.pages[0].id)
            try second.activate(Faculty.heading, now: Faculty.now, db)
            #expect(try QuestionnaireVersion.all(of: 1, db).map(\.state) == [.active, .closed])
            // What somebody had begun is carried over by the codes.
            #expect(try replies.carried(from: old, to: new) == Faculty.replies(second, ["q1": "2", "q2": "3", "q4": "Bene"], db))
        }
    }

    @Test func whatIsKeptOfAVersionIsWhatWasPublishedLast() throws {
        let outlines = PublishedOutlines()
        try Faculty().database.write { db in
            let first = try Faculty.publish(db)
            let asked = try outlines.read(first.id, db).structure
            #expect(try asked == StructureStore.read(first.id, db))
            try first.withdraw(db)
            let again = try Faculty.publish(db, Structure(pages: [asked.pages[0]]))
            #expect(again.id == first.id)
            #expect(try outlines.read(first.id, db).structure == StructureStore.read(first.id, db))
        }
    }

    @Test func aPublishedVersionComesBackOnlyWhileNobodyHasBegun() throws {
        try Faculty(students: 1).database.write { db in
            try Faculty.publish(db).withdraw(db)
            let active = try Faculty.publish(db)
            let offer = try Faculty.offer(of: 1, db)
            try FillingDraft(offer: offer.id, version: active.id, replies: Replies(), page: 1).save(now: Faculty.now, db)
            #expect(throws: VersionRefusal.hasBeenUsed) { try active.withdraw(db) }
        }
    }
}
