import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Stories

/// Forty accounts of an hour on the demonstration, with the values for an open site: what readers see of them on any page.
@Suite struct VandalSiteTests {
    private static let moderator = Actor(accountID: 1, name: "Moderatrice", address: "", requestID: "")
    /// In every title and text of theirs.
    private static let word = "Vandalismo"

    private struct Attack: Sendable {
        let site: TestSite
        let honest: Int64
        let vandals: [Int64]
        /// In the demonstration before they came.
        let before: [String]
        let now = Date.now
    }

    private func attack() async throws -> Attack {
        let site = try await TestSite.demonstration()
        return try await site.database.write { db in
            _ = try StorySettings.current(db).forOpenSite.save(by: Self.moderator, db)
            let honest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM writer") ?? 0
            let before = try Self.state(of: honest, db)
            for number in 1...40 {
                try db.execute(
                    sql: """
                        INSERT INTO writer (email, nickname, firstName, lastName, verifiedAt, acceptedAt, acceptedEdition, createdAt)
                        VALUES (?, ?, 'Nome', 'Qualunque', :now, :now, 1, :now)
                        """.replacing(":now", with: "datetime('now', '-3 hours')"),
                    arguments: ["chiasso\(number)@example.org", "chiasso\(number)"])
            }
            return Attack(site: site, honest: honest, vandals: Array((honest + 1)...(honest + 40)), before: before)
        }
    }

    /// All that an honest writer has: fragments with their figures, stories, branches, votes, decisions and suspensions.
    private static func state(of last: Int64, _ db: Database) throws -> [String] {
        let statements = [
            "SELECT * FROM fragment WHERE writer <= :last ORDER BY id",
            """
            SELECT story.id, weight, voters, tip, language FROM story WHERE id IN (SELECT id FROM fragment WHERE writer <= :last) ORDER BY id
            """,
            """
            SELECT bestBranch.* FROM bestBranch WHERE story IN (SELECT id FROM fragment WHERE writer <= :last) ORDER BY story, position
            """,
            "SELECT * FROM vote WHERE writer <= :last ORDER BY writer, fragment", "SELECT * FROM writer WHERE id <= :last ORDER BY id",
            "SELECT * FROM decision WHERE writer <= :last ORDER BY id", "SELECT * FROM suspension WHERE writer <= :last ORDER BY id",
        ]
        return try statements.flatMap { try Row.fetchAll(db, sql: $0, arguments: ["last": last]).map(\.description) }
    }

    /// Twelve posts of each, half of them below the demonstration's stories. Returns how many were taken.
    private func post(_ attack: Attack) async throws -> Int {
        try await attack.site.database.write { db in
            let places = try Int64.fetchAll(
                db, sql: "SELECT id FROM fragment WHERE writer <= ? AND cover = 0 AND kind = 'text' ORDER BY id LIMIT 50",
                arguments: [attack.honest])
            var taken = 0
            for (index, vandal) in attack.vandals.enumerated() {
                for post in 0..<12 {
                    let isNew = post.isMultiple(of: 2)
                    let text = "\(Self.word) numero \(post)" + (post.isMultiple(of: 3) ? ", guarda www.esempio.com" : "")
                    let content = try FragmentContent(title: isNew ? Self.word : "", body: .text(text), isFirst: isNew)
                    let moment = attack.now - 7_200 + Double(post) * 590
                    let refusal = Bookshelf.refusal {
                        _ =
                            try isNew
                            ? Fragment.start(content, by: vandal, at: moment, db)
                            : Fragment.add(content, after: places[(index + post) % places.count], by: vandal, at: moment, db)
                    }
                    taken += refusal == nil ? 1 : 0
                }
            }
            return taken
        }
    }

    private func publicPages(_ attack: Attack) async throws -> [String] {
        let sql = "SELECT DISTINCT story FROM fragment WHERE writer > ? AND parent IS NOT NULL ORDER BY story LIMIT 15"
        let stories = try await attack.site.database.read { try Int64.fetchAll($0, sql: sql, arguments: [attack.honest]) }
        let lists = [
            "", "/most-voted", "/most-voted?in=week", "/most-voted?in=month", "/most-voted?in=year", "/feed.atom",
            "/sitemap.xml", "/moderation",
        ]
        let own = attack.vandals.prefix(3).map { "/writers/chiasso\($0 - attack.honest)" }
        return (lists + own + stories.flatMap { ["/\($0)", "/\($0)/map", "/\($0)/choice"] }).map { "/stories" + $0 }
            + ["/api/consigliati", "/api/piu-votate", "/api/cerca?q=\(Self.word)"]
    }

    @Test func noPageShowsAnythingOfTheirs() async throws {
        let attack = try await attack()
        let taken = try await post(attack)
        #expect(taken > 100)
        let pages = try await publicPages(attack)
        let theirs = try await attack.site.database.read { db in
            try Row.fetchAll(db, sql: "SELECT id, story, parent FROM fragment WHERE writer > ? ORDER BY id", arguments: [attack.honest])
                .map { row -> (id: Int64, story: Int64, isFirst: Bool) in (row["id"], row["story"], row["parent"] == nil) }
        }
        try await attack.site.browse(as: "") { browsers in
            for page in pages {
                let shown = try await browsers[0].get(page)
                #expect(!shown.text.localizedCaseInsensitiveContains(Self.word), "\(page)")
            }
            // The search repeats the word, and finds nothing.
            let search = try await browsers[0].get("/stories/search?q=\(Self.word)")
            #expect(!search.contains("class=\"story-card\""))
            let map = try await browsers[0].get("/stories/sitemap.xml")
            for fragment in theirs where fragment.isFirst { #expect(!map.contains("/stories/\(fragment.id)<")) }
            // Nor are they read at their own addresses.
            for fragment in [theirs.first { $0.isFirst }, theirs.first { !$0.isFirst }].compactMap({ $0 }) {
                let address = "/stories/\(fragment.story)/branches/\(fragment.id)"
                let (page, book) = (try await browsers[0].get(address), try await browsers[0].get(address + "/book.epub"))
                #expect(page.status == (fragment.isFirst ? 410 : 200))
                #expect(!page.contains(Self.word))
                #expect(book.status == 404 || !book.text.contains(Self.word))
            }
        }
        let after = try await attack.site.database.read { try Self.state(of: attack.honest, $0) }
        #expect(after == attack.before)
        let findings = try await attack.site.database.read { try TreeCheck.findings($0) }
        #expect(findings == [])
    }

    @Test func theirRingMovesNothingAndTheirVotesAreTakenBackExactly() async throws {
        let attack = try await attack()
        _ = try await post(attack)
        let (refused, given) = try await attack.site.database.write { db -> (Int, Int) in
            let own = try Int64.fetchAll(db, sql: "SELECT id FROM fragment WHERE writer > ? ORDER BY id", arguments: [attack.honest])
            let ends = try Int64.fetchAll(
                db, sql: "SELECT id FROM fragment WHERE writer <= ? AND cover = 0 AND continuations = 0 ORDER BY id LIMIT 3",
                arguments: [attack.honest])
            var (refused, given) = (0, 0)
            for (index, vandal) in attack.vandals.enumerated() {
                let friend = own[(index * 7 + 3) % own.count]
                if Bookshelf.refusal({ _ = try Fragment.vote(for: friend, by: vandal, at: attack.now, db) }) != nil { refused += 1 }
                for end in ends where Bookshelf.refusal({ _ = try Fragment.vote(for: end, by: vandal, at: attack.now, db) }) == nil {
                    given += 1
                }
            }
            return (refused, given)
        }
        // What is held has no votes.
        #expect(refused == 40)
        #expect(given == 120)
        try await attack.site.database.write { db in
            for vandal in attack.vandals {
                _ = try WriterContentRemoval.hide(
                    vandal, fragments: true, votes: true, .spam, message: "", by: Self.moderator, at: attack.now, db)
            }
        }
        let after = try await attack.site.database.read { try Self.state(of: attack.honest, $0) }
        #expect(after == attack.before)
        let findings = try await attack.site.database.read { try TreeCheck.findings($0) }
        #expect(findings == [])
    }

    @Test func theirReportsTouchNobody() async throws {
        let attack = try await attack()
        try await attack.site.database.write { db in
            let targets = try Int64.fetchAll(
                db, sql: "SELECT id FROM fragment WHERE writer <= ? AND cover = 0 ORDER BY id LIMIT 5", arguments: [attack.honest])
            let faces = try Int64.fetchAll(
                db, sql: "SELECT id FROM writer WHERE id <= ? AND deletedAt IS NULL ORDER BY id LIMIT 2", arguments: [attack.honest])
            for vandal in attack.vandals {
                for target in targets { _ = try Report.file(target, .minors, by: vandal, at: attack.now, db) }
                for face in faces { try ProfileReport.file(.name, of: face, .minors, note: "", by: vandal, at: attack.now, db) }
            }
        }
        let after = try await attack.site.database.read { try Self.state(of: attack.honest, $0) }
        #expect(after == attack.before)
    }

    /// One who came long ago and was accepted is seen, until three readers who are known report it.
    @Test func whatAKnownAccountBreaksIsHiddenAsSoonAsKnownReadersReportIt() async throws {
        let attack = try await attack()
        let (post, readers) = try await attack.site.database.write { db -> (Int64, [Int64]) in
            let past = attack.now - 60 * 86_400
            let old = attack.vandals[0]
            try db.execute(sql: "UPDATE writer SET createdAt = ? WHERE id = ?", arguments: [past, old])
            for number in 0..<3 {
                let content = try FragmentContent(title: "Buono", body: .text("Buono \(number)"), isFirst: true)
                let made = try Fragment.start(content, by: old, at: past + Double(number) * 4_000, db)
                // A moderator has looked.
                if let known = try ModerationCase.openOne(of: made.id, db) {
                    try CaseDecision.decide(known.id, version: known.version, .keep, by: Self.moderator, at: past + 20_000, db)
                }
            }
            let content = try FragmentContent(title: Self.word, body: .text(Self.word), isFirst: true)
            let post = try Fragment.start(content, by: old, at: attack.now, db)
            let settings = try StorySettings.current(db)
            let readers = try Int64.fetchAll(
                db, sql: "SELECT id FROM writer WHERE id <= ? AND deletedAt IS NULL AND verifiedAt IS NOT NULL", arguments: [attack.honest]
            )
            .filter { reader in
                try !Trust.isNewcomer(reader, settings, at: attack.now, db) && Suspension.active(of: reader, at: attack.now, db) == nil
                    && Reporter(reader, db) == Reporter(upheld: 0, rejected: 0)
            }
            return (post.id, Array(readers.prefix(3)))
        }
        #expect(readers.count == 3)
        func isVisible() async throws -> Bool? { try await attack.site.database.read { try Fragment.find(post, $0)?.isVisible } }
        #expect(try await isVisible() == true)
        for (index, reader) in readers.enumerated() {
            try await attack.site.database.write { _ = try Report.file(post, .spam, by: reader, at: attack.now, $0) }
            #expect(try await isVisible() == (index < 2))
        }
        try await attack.site.browse(as: "") { browsers in
            let page = try await browsers[0].get("/stories/\(post)")
            #expect(page.status == 410)
        }
    }

    @Test func marksAreTakenNowhere() async throws {
        let marks = "a" + String(repeating: "\u{301}", count: 31)
        let attack = try await attack()
        try await attack.site.database.write { db in
            var typed = Registration(try #require(try Writer.find(1, db)))
            (typed.firstName, typed.lastName) = (marks, "a\u{202E}b")
            let problems = try typed.problems(for: 1, at: attack.now, in: .gmt, db)
            #expect(problems["firstName"] != nil)
            #expect(problems["lastName"] != nil)
            let vandal = attack.vandals[0]
            let note = Bookshelf.refusal { _ = try Report.file(1, .spam, note: marks, by: vandal, at: attack.now, db) }
            #expect(note != nil)
            let own = Bookshelf.refusal { try ProfileReport.file(.name, of: 1, .spam, note: marks, by: vandal, at: attack.now, db) }
            #expect(own != nil)
            #expect(throws: Sanctions.Problem.marks) {
                try CaseDecision.impose(Sanctions(message: marks), on: vandal, by: Self.moderator, at: attack.now, db)
            }
        }
        #expect(throws: StoryRefusal.self) { try FragmentContent(title: marks, body: .text("Testo"), isFirst: true) }
        #expect(throws: StoryRefusal.self) { try FragmentContent(title: "", body: .text(marks), isFirst: false) }
        #expect(throws: StoryRefusal.self) {
            try FragmentContent(title: "Foto", body: .photo(file: "a", caption: "", description: marks), isFirst: true)
        }
    }
}
