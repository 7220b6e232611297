import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Stories

/// What writers, readers and moderators send cannot cover, turn or hide.
@Suite struct HostileTextTests {
    private static let heap = "a" + String(repeating: "\u{301}", count: 5)
    private static let turned = "nome\u{202E}emon"
    private static let blank = ["\u{200B}", "\u{A0}", "\u{2800}", "\u{3164}", "\u{202E}", "\u{301}"]

    @Test func aWriterHasANameThatCanBeSeenAndStaysInItsPlace() throws {
        let shelf = try Bookshelf()
        func problem(_ name: String) throws -> Registration.Problem? {
            var registration = Registration()
            (registration.firstName, registration.lastName) = ("Anna", name)
            return try shelf.read { try registration.problems(at: shelf.now, in: .gmt, $0)["lastName"] }
        }
        let (marks, many, turning) = (
            try problem(Self.heap), try problem("a" + String(repeating: "\u{301}", count: 10_000)), try problem(Self.turned)
        )
        #expect(marks == .marks)
        #expect(many == .marks)
        #expect(turning == .direction)
        for name in Self.blank {
            let missing = try problem(name)
            #expect(missing == .missing || missing == .direction, "\(name.unicodeScalars.map(\.value))")
        }
        let good = try ["D’Angiò", "Nguyễn Thị", "בן־גוריון", "ဒေါ်အောင်ဆန်းစုကြည်"].map(problem)
        #expect(good.allSatisfy { $0 == nil })
    }

    @Test func aFragmentShowsSomethingAndStaysInItsPlace() {
        func problem(_ title: String, _ text: String) -> FragmentContent.Problem? {
            do {
                _ = try FragmentContent(title: title, body: .text(text), isFirst: true)
                return nil
            } catch {
                if case .content(let problem) = error { return problem }
                return nil
            }
        }
        #expect(problem("Titolo", Self.heap) == .unreadable)
        #expect(problem(Self.heap, "Testo") == .titleUnfit(.marks))
        #expect(problem(Self.turned, "Testo") == .titleUnfit(.direction))
        #expect(problem("Titolo", Self.turned) == .unfit(.unbalanced))
        #expect(problem("Titolo", "a\u{202E}b\u{202C}") == nil)
        #expect(problem("Titolo", "👩" + String(repeating: "\u{200D}👩", count: 2_000)) == .textTooLong)
        for blank in Self.blank {
            #expect(problem("Titolo", blank) == .missing)
            #expect(problem(blank, "Testo") == .titleMissing)
        }
    }

    @Test func aProgramIsToldWhichFieldDoesNotFit() {
        func field(_ pairs: [(key: String, value: JSON)]) -> String? {
            ServiceAction.Call(data: .object(pairs), writer: nil, now: .now).unfitText
        }
        #expect(field([("id_post", .number(1)), ("note", .text(Self.heap))]) == "note")
        #expect(field([("title", .text("a\u{202E}b\u{202C}")), ("text", .text("a"))]) == "title")
        #expect(field([("text", .text("a\u{202E}b\u{202C}")), ("password", .text(Self.heap))]) == nil)
    }

    /// Anna (1) with a story that Bruno (2) reported; both signed in, and a moderator.
    private func browsing(_ test: @escaping @Sendable (_ site: TestSite, _ browsers: [Browser]) async throws -> Void) async throws {
        let site = try await TestSite("house", "stories")
        let tokens = try await site.database.write { db -> [String] in
            for name in ["anna", "bruno"] {
                try db.execute(
                    sql: """
                        INSERT INTO writer (email, nickname, firstName, lastName, language, country, verifiedAt, createdAt)
                        VALUES (?, ?, 'Nome', 'Prova', 'it', 'IT', '2026-01-01', '2026-01-01')
                        """, arguments: ["\(name)@example.org", name])
            }
            let content = try FragmentContent(title: "Il pozzo", body: .text("Inizio"), isFirst: true)
            _ = try Fragment.start(content, by: 1, at: .now - 3_600, db)
            return try [1, 2].map { try WriterSession.begin(for: $0, .browser, device: "", access: "Web", at: .now, db).text }
        }
        try await site.browse(as: "", "", "admin") { browsers in
            for (browser, token) in zip(browsers, tokens) { browser.cookies["portico-writer"] = token }
            try await test(site, browsers)
        }
    }

    private static func sentence(_ flaw: TextRule.Flaw) throws -> String {
        try TestSite.texts.words(in: .italian)(flaw.textKey).escapedForHTML()
    }

    /// Refused at its field, with what was typed.
    private static func expectRefused(_ page: Answer, _ flaw: TextRule.Flaw = .marks, keeping typed: String) throws {
        let isSaid = page.contains(try sentence(flaw))
        #expect(page.status == 422, "\(page.status)")
        #expect(isSaid, "\(page.status)")
        #expect(page.text.utf8.count(of: typed) > 0)
    }

    @Test func whatIsRefusedIsSaidAtItsFieldAndKept() async throws {
        try await browsing { site, browsers in
            let heap = Self.heap
            let story = try await browsers[0].post("/stories/new/text", ["title": "Titolo", "text": "uno \(heap)"])
            try Self.expectRefused(
                try await browsers[0].post("/stories/new/text", ["title": Self.turned, "text": "due"]), .direction, keeping: "due")
            #expect(story.status == 422)
            #expect(story.text.utf8.count(of: heap) > 0)
            let report = try await browsers[1].post("/stories/fragments/1/reports", ["reason": "insult", "note": "nota \(heap)"])
            try Self.expectRefused(report, keeping: "nota \(heap)")
            let kept = try await browsers[1].post("/stories/fragments/1/reports", ["reason": "insult", "note": "nota"])
            #expect(kept.status == 303)
            let note = try await browsers[2].post("/admin/stories/cases/1/notes", ["note": "fra noi \(heap)"])
            try Self.expectRefused(note, keeping: "fra noi \(heap)")
            let measures = [("way", "hide"), ("reason", "insult"), ("version", "1"), ("message", "ciao \(heap)")]
            try Self.expectRefused(try await browsers[2].post("/admin/stories/cases/1/decisions", measures), keeping: "ciao \(heap)")
            let decided = try await browsers[2].post("/admin/stories/cases/1/decisions", Array(measures.dropLast()))
            #expect(decided.status == 303)
            let appeal = try await browsers[0].post("/stories/decisions/1", ["text": "però \(heap)"])
            try Self.expectRefused(appeal, keeping: "però \(heap)")
            let data = try await browsers[0].post(
                "/stories/data", ["firstName": heap, "lastName": "Neri", "nickname": "anna", "birthYear": "1990", "country": "IT"])
            try Self.expectRefused(data, keeping: heap)
            let written = try await site.database.read { db in
                try ["fragment", "fragmentReport", "moderatorNote", "decision", "appeal"].map {
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)")
                }
            }
            #expect(written == [1, 1, 0, 1, 0])
        }
    }

    @Test func titlesOfBeforeAreFoundWhateverTheirApostrophe() throws {
        let shelf = try Bookshelf()
        try shelf.start("Il pozzo d’oro")
        let folded: String? = try shelf.value("SELECT folded FROM story")
        #expect(folded == "il pozzo d'oro")
    }
}

extension String.UTF8View {
    /// How often a text occurs, byte for byte.
    fileprivate func count(of text: String) -> Int {
        let (all, wanted) = (Array(self), Array(text.utf8))
        guard all.count >= wanted.count else { return 0 }
        return (0...(all.count - wanted.count)).count { all[$0] == wanted[0] && all[$0...].starts(with: wanted) }
    }
}
