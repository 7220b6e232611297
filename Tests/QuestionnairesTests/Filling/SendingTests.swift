import Foundation
import GRDB
import Testing

@testable import Questionnaires

@Suite struct SendingTests {
    private static let said = ["q1": "1", "q2": "3", "q4": "Più esercizi", "q5": "12,5"]

    @Test func anOfferIsThereOnceTheCourseIsClosed() throws {
        try Faculty(students: 1).database.write { db in
            try Offer.refresh(of: 1, now: Faculty.now, db)
            #expect(try Offer.all(of: 1, db).isEmpty)
            _ = try Faculty.publish(db)
            #expect(try Offer.isBehind(of: 1, now: Faculty.now, db))
            for _ in 0..<2 { try Offer.refresh(of: 1, now: Faculty.now, db) }
            #expect(try Offer.all(of: 1, db).map(\.activity) == [Faculty.closed])
            #expect(try !Offer.isBehind(of: 1, now: Faculty.now, db))
            let early = Date(timeIntervalSince1970: 1_768_000_000)
            #expect(try Offer.all(of: 1, db)[0].openVersion(now: early, db) == nil)
        }
    }

    @Test(arguments: [
        "audience = 'beyond'", "courseYear = 2", "opens = '2026-03-01 00:00:00.000'", "closes = '2026-02-01 00:00:00.000'",
        "deletedAt = '2026-02-01 00:00:00.000'",
    ])
    func whoIsNotMeantHasNoOffer(_ change: String) throws {
        try Faculty(students: 1).database.write { db in
            _ = try Faculty.publish(db)
            try db.execute(sql: "UPDATE questionnaire SET \(change)")
            try Offer.refresh(of: 1, now: Faculty.now, db)
            #expect(try Offer.all(of: 1, db).isEmpty)
        }
    }

    @Test func whatIsSentIsStoredOnceHoweverOftenItIsSent() throws {
        try Faculty(students: 1).database.write { db in
            _ = try Faculty.publish(db)
            let first = try Faculty.send(Self.said, of: 1, nonce: "a", db)
            #expect(try Faculty.send(Self.said, of: 1, nonce: "a", db) == first)
            #expect(throws: SendingRefusal.alreadySent) { try Faculty.send(Self.said, of: 1, nonce: "b", db) }
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM compilation") == 1)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM receipt") == 1)
            let values = try String.fetchSet(db, sql: "SELECT value FROM compilationAnswer WHERE value IS NOT NULL")
            #expect(values == ["Più esercizi", "12.5"])
        }
    }

    @Test func theDraftGoesWithTheSending() throws {
        try Faculty(students: 1).database.write { db in
            let version = try Faculty.publish(db)
            let offer = try Faculty.offer(of: 1, db)
            let draft = FillingDraft(offer: offer.id, version: version.id, replies: try Faculty.replies(version, Self.said, db), page: 7)
            try draft.save(now: Faculty.now, db)
            #expect(try FillingDraft.find(offer.id, db) == draft)
            _ = try Faculty.send(Self.said, of: 1, db)
            #expect(try FillingDraft.find(offer.id, db) == nil)
        }
    }

    @Test func answersOfAHiddenPageAreDropped() throws {
        try Faculty(students: 1).database.write { db in
            _ = try Faculty.publish(db)
            _ = try Faculty.send(["q1": "3", "q2": "4", "q3": "1", "q5": "2"], of: 1, db)
            let codes = try String.fetchSet(
                db, sql: "SELECT code FROM element JOIN compilationAnswer ON compilationAnswer.question = element.id")
            #expect(codes == ["q1", "q5"])
        }
    }

    @Test func whatCannotBeTakenIsRefusedWhole() throws {
        try Faculty(students: 1).database.write { db in
            let version = try Faculty.publish(db)
            let questions = try StructureStore.read(version.id, db).questions
            #expect(throws: SendingRefusal.refused([questions[1].id: [.missing], questions[4].id: [.tooGreat("80")]])) {
                try Faculty.send(["q1": "1", "q5": "81"], of: 1, db)
            }
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM compilation") == 0)
        }
    }

    @Test func anOldVersionIsRefused() throws {
        try Faculty(students: 1).database.write { db in
            let first = try Faculty.publish(db)
            let offer = try Faculty.offer(of: 1, db)
            let sending = Sending(
                offer: offer, replies: try Faculty.replies(first, Self.said, db), version: first.id, nonce: "n", now: Faculty.now,
                zone: Faculty.zone)
            try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db).activate(Faculty.heading, now: Faculty.now, db)
            #expect(throws: SendingRefusal.outdated) { try sending.send(db) }
            try QuestionnaireVersion.active(of: 1, db)!.close(now: Faculty.now, db)
            #expect(throws: SendingRefusal.closed) { try sending.send(db) }
        }
    }

    /// The heading was changed between what he read and what he sent.
    @Test func whoWasToldThatItIsAnonymousIsNotNamed() throws {
        try Faculty(students: 1).database.write { db in
            let version = try Faculty.publish(db)
            let sending = Sending(
                offer: try Faculty.offer(of: 1, db), replies: try Faculty.replies(version, Self.said, db), version: version.id, nonce: "n",
                now: Faculty.now, zone: Faculty.zone, isToldAnonymous: true)
            try db.execute(sql: "UPDATE questionnaire SET anonymous = 0")
            #expect(throws: SendingRefusal.named) { try sending.send(db) }
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM compilation") == 0)
        }
    }

    @Test func bookingWaitsForAMandatoryQuestionnaireThatCanBeFilledIn() throws {
        try Faculty(students: 1).database.write { db in
            #expect(try Offer.blocking(Faculty.closed, of: 1, now: Faculty.now, db).isEmpty)
            let version = try Faculty.publish(db)
            _ = try Faculty.offer(of: 1, db)
            #expect(try Offer.blocking(Faculty.closed, of: 1, now: Faculty.now, db).count == 1)
            #expect(try Offer.blocking(Faculty.open, of: 1, now: Faculty.now, db).isEmpty)
            // What can no longer be filled in keeps nobody out.
            try db.inSavepoint {
                try version.close(now: Faculty.now, db)
                #expect(try Offer.blocking(Faculty.closed, of: 1, now: Faculty.now, db).isEmpty)
                return .rollback
            }
            _ = try Faculty.send(Self.said, of: 1, db)
            #expect(try Offer.blocking(Faculty.closed, of: 1, now: Faculty.now, db).isEmpty)
        }
    }
}
