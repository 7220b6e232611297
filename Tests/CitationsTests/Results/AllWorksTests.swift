import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

/// The list of the works of all runs.
@Suite struct AllWorksTests {
    private static let page = "/admin/citations/works"

    private static func make() async throws -> TestSite {
        let (site, run) = try await RunSite.make()
        try await site.database.write { db in
            try db.execute(sql: "UPDATE roleAssignment SET role = 'researcher', scopeID = NULL WHERE accountID = 3")
            var (author, second) = (Author(), Run())
            (author.name, author.surname, second.name) = ("Ida Müller", "Müller", "Müller")
            second.documents = [
                RunSite.document("l.txt", .list, "50\tGletscher der Alpen\tI Müller\t2001\n100\tÜber Flüsse\tI Müller\t1999")
            ]
            try author.insert(db, by: RunSite.actor)
            second.author = author.id
            try second.insert(db, by: RunSite.actor)
            // Another of the first author, in which the same works come again.
            var again = Run()
            (again.name, again.author) = ("Ancora", try Run.fetch(db, id: run)?.author)
            again.documents = [RunSite.document("l.txt", .list, Examples.list), RunSite.document("p.html", .page, Examples.pageA)]
            try again.insert(db, by: RunSite.actor)
        }
        try await RunSite.work(site)
        return site
    }

    private static func titles(_ answer: Answer) -> [Substring] {
        answer.text.split(separator: "<th scope=\"row\" class=\"main\">").dropFirst().map {
            $0.split(separator: ">").dropFirst().first?.prefix { $0 != "<" } ?? ""
        }
    }

    @Test func worksOfAllRunsAreFoundAndSorted() async throws {
        let site = try await Self.make()
        try await site.browse(as: "admin") { browsers in
            let browser = browsers[0]
            let all = try await browser.get(Self.page)
            #expect(Self.titles(all).prefix(2) == ["Über Flüsse", "Gletscher der Alpen"])
            #expect(Self.titles(all).count == 12)
            expect(try await Self.titles(browser.get(Self.page + "?runs=all")).count == 22)
            expect(try await Self.titles(browser.get(Self.page + "?q=muller+FLUSSE")) == ["Über Flüsse"])
            expect(try await Self.titles(browser.get(Self.page + "?q=%25")).isEmpty)
            expect(try await Self.titles(browser.get(Self.page + "?author=1&only=counted")).count == 5)
            expect(try await Self.titles(browser.get(Self.page + "?author=1&only=excluded")).count == 5)
            expect(try await Self.titles(browser.get(Self.page + "?sort=title")).first == "A survey of olive pests")
            expect(
                try await Self.titles(browser.get(Self.page + "?sort=-year&author=1")).first == "Learning similarity measures from pairs")
            let file = try await browser.get(Self.page + ".csv?author=2")
            #expect(file.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            #expect(file.text.split(separator: "\r\n").count == 3)
            #expect(try ListReader.read(String(file.text.dropFirst())).works.map(\.citations) == [100, 50])
        }
    }

    @Test func whatWasLeftOutIsTakenBackFromTheList() async throws {
        let site = try await Self.make()
        try await site.browse(as: "admin") { browsers in
            let browser = browsers[0]
            let work = try await RunSite.find(site, "Gletscher der Alpen")
            let act = "/admin/citations/runs/2/works/\(work)/decision"
            try await browser.post(act, [("act", "out")])
            let removed = try await browser.get(Self.page + "?only=removed")
            #expect(Self.titles(removed) == ["Gletscher der Alpen"])
            #expect(removed.contains(act))
            #expect(removed.contains("value=\"?only=removed\""))
            let back = try await browser.post(act, [("act", "suggested"), ("list", "?only=removed")])
            #expect(back.location == Self.page + "?only=removed")
            expect(try await Self.titles(browser.get(Self.page + "?only=removed")).isEmpty)
            expect(try await Self.titles(browser.get(Self.page + "?author=2&only=counted")).count == 2)
        }
    }

    @Test func othersPrivateWorksAreNotThere() async throws {
        let site = try await Self.make()
        try await site.database.write { try $0.execute(sql: "UPDATE citationAuthor SET visibility = 'private', owner = 2 WHERE id = 2") }
        try await site.browse(as: "educator-blu", "educator") { browsers in
            for address in ["", ".csv", "?q=Alpen", "?author=2", "?runs=all"] {
                expect(try await !browsers[0].get(Self.page + address).contains("Gletscher"))
            }
            expect(try await browsers[0].get(Self.page).status == 200)
            for address in ["", ".csv"] { expect(try await browsers[1].get(Self.page + address).status == 404) }
        }
    }

    /// What was found before it was noted where works stand is noted by and by.
    @Test func olderWorksAreNotedLater() async throws {
        let site = try await Self.make()
        try await site.database.write {
            try $0.execute(sql: "UPDATE citationWork SET standing = NULL, words = ''; UPDATE citationOutcome SET h = NULL")
        }
        _ = try await site.database.write { try Citations.sweep($0, at: .now) }
        expect(try await site.value("SELECT count(*) FROM citationWork WHERE standing IS NULL OR words = ''", as: Int.self) == 0)
    }
}
