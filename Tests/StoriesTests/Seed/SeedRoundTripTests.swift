import Accounts
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Stories

@Suite struct SeedRoundTripTests {
    private func export(_ site: TestSite, to folder: String) async throws -> [String: String] {
        _ = try await site.portal.seed.export(site.database, pictures: site.portal.admin.pictures, to: folder)
        let paths = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).filter { $0.contains("stories") }
        return Dictionary(uniqueKeysWithValues: try paths.map { ($0, try String(contentsOfFile: folder + "/" + $0, encoding: .utf8)) })
    }

    /// Editions, settings, an upheld appeal, notes on a case that waits and on one that was decided.
    @Test func whatAnExportHoldsIsTheSameAfterwards() async throws {
        let site = try await TestSite("stories")
        try await site.database.write { db in
            for name in ["anna", "bruno"] {
                try db.execute(
                    sql: """
                        INSERT INTO writer (email, nickname, firstName, lastName, birthYear, country, verifiedAt, acceptedAt, acceptedEdition, createdAt)
                        VALUES (?, ?, 'Nome', 'Prova', 1980, 'IT', ?, ?, 1, ?)
                        """, arguments: ["\(name)@example.org", name, Date.now - 86_400 * 30, Date.now, Date.now - 86_400 * 30])
            }
            let actor = Actor(accountID: nil, name: "Moderatrice", address: "", requestID: "")
            let start = Date.now - 86_400 * 9
            for number in 1...3 {
                let moment = start + Double(number) * 60
                let content = try FragmentContent(title: "Storia \(number)", body: .text("Inizio"), isFirst: true)
                _ = try Fragment.start(content, by: 1, at: moment, db)
                let known = try Report.file(Int64(number), .spam, by: 2, at: moment + 60, db)
                try ModeratorNote.add("Appunto \(number)", on: .aCase(known.id), by: actor, at: moment + 70, db)
                guard number < 3 else { continue }
                let measures = Sanctions(hides: true, suspension: number == 1 ? .until(Date.now + 86_400) : nil, reason: .spam)
                let decision = try CaseDecision.decide(known.id, version: 1, measures, by: actor, at: moment + 80, db)
                guard number == 1 else { continue }
                try Appeal.file("Non è vero", against: decision, at: moment + 90, db)
                _ = try Appeal.decide(1, upholds: true, answer: "Giusto", by: actor, at: moment + 2 * 86_400, isOther: true, db)
            }
            _ = try DocumentEdition.publish(
                .terms, after: 1, "Nuove condizioni", in: .italian, others: [.english: "New terms"], isAsked: true, by: actor, at: start, db
            )
            _ = try DocumentEdition.publish(.terms, after: 2, "Ancora", in: .italian, isAsked: false, by: actor, at: start + 1, db)
            try Writer.accept(1, at: start, db)
            var settings = try StorySettings.current(db)
            (settings.days, settings.pause, settings.isOpen) = (9, 30, false)
            settings.chosenCountries = ["CH", "IT"]
            _ = try settings.save(by: actor, db)
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try await export(site, to: folder + "/one")
        let second = try await TestSite("stories")
        _ = try await second.portal.apply(folder + "/one/seed.yaml")
        let again = try await export(second, to: folder + "/two")
        #expect(first == again)
        #expect(first.count > 3)
        try await second.database.read { db in
            let settings = try StorySettings.current(db)
            let (mustAnna, mustBruno) = (try Writer.mustAccept(1, db), try Writer.mustAccept(2, db))
            #expect(settings.days == 9)
            #expect(settings.pause == 30)
            #expect(!settings.isOpen)
            #expect(!mustAnna)
            #expect(mustBruno)
            let appeal = try #require(try Appeal.fetchOne(db, sql: "SELECT * FROM appeal"))
            #expect(appeal.state == .upheld)
            #expect(appeal.answer == "Giusto")
            let suspension = try Suspension.active(of: 1, at: .now, db)
            let hidden = try Int64.fetchAll(db, sql: "SELECT id FROM fragment WHERE isHidden = 1")
            #expect(suspension == nil)
            #expect(hidden == [2])
            let notes = try String.fetchAll(db, sql: "SELECT text FROM moderatorNote ORDER BY text")
            #expect(notes == ["Appunto 1", "Appunto 2", "Appunto 3"])
            let found = try TreeCheck.findings(db)
            #expect(found == [])
        }
    }

    /// The suspension was ended before anybody read the appeal against it: an export names no measure, and still its appeal.
    @Test func anAppealAgainstWhatHasEndedComesBack() async throws {
        let site = try await TestSite("stories")
        try await site.database.write { db in
            let start = Date.now - 86_400 * 9
            try db.execute(
                sql: """
                    INSERT INTO writer (email, nickname, firstName, lastName, birthYear, country, verifiedAt, acceptedAt, acceptedEdition, createdAt)
                    VALUES ('anna@example.org', 'anna', 'Nome', 'Prova', 1980, 'IT', ?, ?, 1, ?)
                    """, arguments: [start, start, start])
            let actor = Actor(accountID: nil, name: "Moderatrice", address: "", requestID: "")
            let measures = Sanctions(suspension: .until(Date.now + 86_400), reason: .spam, message: "Per una settimana")
            let decision = try CaseDecision.impose(measures, on: 1, fragment: nil, by: actor, at: start, db)
            try Appeal.file("Non è vero", against: decision, at: start + 90, db)
            _ = try Suspension.lift(1, by: actor, at: start + 120, db)
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try await export(site, to: folder + "/one")
        let second = try await TestSite("stories")
        _ = try await second.portal.apply(folder + "/one/seed.yaml")
        let again = try await export(second, to: folder + "/two")
        #expect(first == again)
        let appeal = try await second.database.read { try Appeal.fetchOne($0, sql: "SELECT * FROM appeal") }
        #expect(appeal?.state == .open)
        #expect(appeal?.text == "Non è vero")
        let suspended = try await second.database.read { try Suspension.active(of: 1, at: .now, $0) }
        #expect(suspended == nil)
    }
}
