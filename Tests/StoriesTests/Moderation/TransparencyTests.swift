import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Stories

@Suite struct TransparencyTests {
    /// Bookshelf's time begins in January 2027.
    @Test func aYearCountsWhatPeopleDecidedAndWhatWasHeld() throws {
        let shelf = try Bookshelf(writers: 5)
        let (hidden, kept) = (try shelf.start(), try shelf.start())
        let first = try shelf.write { try Report.file(hidden, .spam, by: 2, at: shelf.now, $0) }
        let second = try shelf.write { try Report.file(kept, .hate, by: 2, at: shelf.now, $0) }
        let measures = Sanctions(hides: true, warns: true, reason: .spam)
        let decision = try shelf.write { try CaseDecision.decide(first.id, version: 1, measures, by: shelf.moderator, at: shelf.now, $0) }
        _ = try shelf.write { try CaseDecision.decide(second.id, version: 1, .keep, by: shelf.moderator, at: shelf.now, $0) }
        let held = try shelf.start()
        let fragment = try shelf.fragment(held)
        _ = try shelf.write { try CaseDecision.hold(fragment, .link, .spam, at: shelf.now, $0) }
        try shelf.write { try Appeal.file("No", against: decision, at: shelf.now, $0) }
        let zone = TimeZone(identifier: "Europe/Rome")!
        let year = try shelf.read { try TransparencyYear(2027, in: zone, $0) }
        let expected = ["reports": 2, "reportsUpheld": 1, "decisions": 2, "kept": 1, "hides": 1, "warns": 1, "automatic": 1, "appeals": 1]
        for (key, count) in expected { #expect(year.numbers[key] == count, "\(key)") }
        #expect(Set(expected.keys).isSubset(of: TransparencyYear.keys))
        #expect(year.rules.first { $0.reason == .spam }.map { [$0.reports, $0.measures] } == [1, 1])
        #expect(year.rules.first { $0.reason == .hate }.map { [$0.reports, $0.measures] } == [1, 0])
        let before = try shelf.read { try TransparencyYear(2026, in: zone, $0) }
        #expect(before.numbers.values.allSatisfy { $0 == 0 })
        #expect(before.medianHours == nil)
    }

    @Test func theFiguresAreAPageAndTwoFiles() async throws {
        let site = try await TestSite("stories")
        try await site.browse(as: "") { browsers in
            let year = CivilTime(.now, in: .gmt).year - 1
            let page = try await browsers[0].get("/stories/moderation/years/\(year)")
            #expect(page.status == 200)
            let csv = try await browsers[0].get("/stories/moderation/years/\(year)/figures.csv")
            #expect(csv.contains("reports"))
            let json = try await browsers[0].get("/stories/moderation/years/\(year)/figures.json")
            #expect(json.contains("\"medianHours\":null"))
            let coming = try await browsers[0].get("/stories/moderation/years/\(year + 3)")
            #expect(coming.status == 404)
        }
    }
}
