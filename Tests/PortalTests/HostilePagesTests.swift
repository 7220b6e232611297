import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Portal
@testable import Stories

/// What older databases hold is shown on every page without covering or turning what is around it.
@Suite struct HostilePagesTests {
    /// Letters from right to left with an override that is never closed, and a heap of marks.
    private static let hostile = "אבג\u{202E}alangeS a" + String(repeating: "\u{301}", count: 40)

    private static func put<R: Resource>(_ type: R.Type, _ db: Database) throws {
        var record = R()
        record.stamp.scopeID = R.scope == nil ? nil : 1
        for field in R.fields {
            if let parts = field.kind as? any HostileParts {
                _ = field.unpack(&record, parts.hostile(hostile))
            } else if field.kind is LongTextFieldType || (field.kind as? TextFieldType)?.form == .plain {
                field.load(&record, hostile.databaseValue)
            } else if field.kind.isRequired {
                field.load(&record, 1.databaseValue)
            }
        }
        Listing<R>.publication?.load(&record, true.databaseValue)
        try? db.inSavepoint {
            try record.insert(db, by: .system("older"))
            return .commit
        }
    }

    /// A story with a case, a decision, an appeal and notes, all as somebody could have left them.
    private static func putStories(_ db: Database) throws {
        let now = Date.now
        for name in ["anna", "bruno"] {
            try db.execute(
                sql: """
                    INSERT INTO writer (email, nickname, firstName, lastName, country, language, verifiedAt, createdAt)
                    VALUES (?, ?, ?, ?, 'IT', 'it', '2026-01-01', '2026-01-01')
                    """, arguments: ["\(name)@example.org", name, hostile, hostile])
        }
        for number in 1...3 {
            let content = try FragmentContent(title: "Storia \(number)", body: .text("Inizio"), isFirst: true)
            _ = try Fragment.start(content, by: 1, at: now - Double(7_000 - number * 600), db)
        }
        let next = try FragmentContent(title: "", body: .text("Poi"), isFirst: false)
        _ = try Fragment.add(next, after: 1, by: 2, at: now - 3_000, db)
        for number in [2, 3] as [Int64] {
            try Report.file(number, .insult, note: "Guarda", by: 2, at: now - 3_000 + Double(number) * 600, db)
        }
        let actor = Actor(accountID: 1, name: hostile, address: "", requestID: "")
        let measures = Sanctions(hides: true, warns: true, reason: .insult, message: "Ciao")
        let decision = try CaseDecision.decide(1, version: 1, measures, by: actor, at: now, db)
        try Appeal.file("Perché", against: decision, at: now, db)
        try ModeratorNote.add("Nota", on: .aCase(2), by: actor, at: now, db)
        try ModeratorNote.add("Nota", on: .writer(1), by: actor, at: now, db)
        for column in [
            "fragment.title", "fragment.text", "fragmentReport.note", "decision.message", "appeal.text", "moderatorNote.text",
            "moderationCase.title", "moderationCase.text",
        ] {
            let parts = column.split(separator: ".")
            try db.execute(sql: "UPDATE \(parts[0]) SET \(parts[1]) = ?", arguments: [hostile])
        }
    }

    private func site() async throws -> TestSite {
        let site = try await TestSite("house", "registry", "stories", "campus")
        try await site.database.write { db in
            for type in Portal.modules.flatMap({ $0.resources }) { try Self.put(type, db) }
            try Self.putStories(db)
            try db.execute(sql: "UPDATE account SET name = ? WHERE key <> 'admin'", arguments: [Self.hostile])
            try db.execute(sql: "UPDATE setting SET value = ? WHERE key = 'name'", arguments: [Self.hostile])
        }
        return site
    }

    /// Follows every link from some pages; answers what was found loose, and how many pages hold the text.
    private func crawl(_ browser: Browser, from starts: [String], most: Int) async throws -> (loose: [String], shown: Int) {
        var (waiting, known) = (starts, Set(starts))
        var (loose, shown, seen): ([String], Int, Int) = ([], 0, 0)
        while let address = waiting.first, seen < most {
            waiting.removeFirst()
            seen += 1
            let page = try await browser.get(address)
            #expect(page.status < 500, "\(address)")
            guard page.text.hasPrefix("<!") else { continue }
            if page.text.contains("אבג") { shown += 1 }
            loose += ShownPage(page.text).loose.map { "\(address): \($0)" }
            for link in page.text.split(separator: "href=\"/").dropFirst().compactMap({ $0.split(separator: "\"").first }) {
                let path = "/" + link.prefix { $0 != "?" && $0 != "#" && $0 != "&" }
                let isPage = !["/assets", "/media", "/sign-out", "/admin/audit/"].contains { path.hasPrefix($0) }
                if isPage, known.insert(path).inserted { waiting.append(path) }
            }
        }
        return (loose, shown)
    }

    @Test func everyPageOfTheBackOfficeIsolatesWhatPeopleWrote() async throws {
        try await site().browse(as: "admin") { browsers in
            let (loose, shown) = try await crawl(browsers[0], from: ["/admin"], most: 400)
            #expect(loose.isEmpty, "\(loose.count): \(loose.prefix(12).joined(separator: "\n"))")
            #expect(shown > 60)
        }
    }

    @Test func everyPageOfVisitorsAndGuestsIsolatesWhatPeopleWrote() async throws {
        try await site().browse(as: "", "educator") { browsers in
            let (loose, shown) = try await crawl(browsers[0], from: ["/", "/campus", "/stories"], most: 150)
            #expect(loose.isEmpty, "\(loose.count): \(loose.prefix(12).joined(separator: "\n"))")
            #expect(shown > 10)
            try await browsers[1].post("/house/guests/1/entry")
            let (guests, seen) = try await crawl(browsers[1], from: ["/house/home"], most: 60)
            #expect(guests.isEmpty, "\(guests.count): \(guests.prefix(12).joined(separator: "\n"))")
            #expect(seen > 5)
        }
    }
}

/// Looks for text on a page that is not kept to itself.
struct ShownPage {
    private let html: String

    init(_ html: String) { self.html = html }

    /// Words around each place.
    var loose: [String] {
        var (found, tag, plain): ([String], String, String?) = ([], "", nil)
        for piece in html.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            guard let end = Self.end(of: piece) else { continue }
            tag = String(piece[..<end])
            let name = String(tag.prefix { $0 != " " && $0 != "\n" })
            if let open = plain {
                if name == "/" + open { plain = nil }
            } else if ["textarea", "title", "desc", "option", "script", "style"].contains(name) {
                plain = name
            }
            guard plain == nil else { continue }
            let text = String(piece[piece.index(after: end)...])
            // Each text of a drawing has a box of its own.
            let isIsolated = name == "bdi" || name == "text" || tag.contains("dir=\"auto\"")
            let scalars = text.unicodeScalars
            if scalars.contains(where: { (0x5D0...0x5EA).contains($0.value) }), !isIsolated { found.append("<\(tag)> \(text.prefix(40))") }
            if scalars.contains("\u{202E}") { found.append("turned: <\(tag)> \(text.prefix(40))") }
            var marks = 0
            for scalar in scalars {
                marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
                if marks == 5 { found.append("covered: <\(tag)>") }
            }
        }
        return found
    }

    /// The end of a tag; quotes may hold anything.
    private static func end(of piece: Substring) -> Substring.Index? {
        var isQuoted = false
        return piece.indices.first { index in
            if piece[index].unicodeScalars.first == "\"" { isQuoted.toggle() }
            return !isQuoted && piece[index].unicodeScalars.first == ">"
        }
    }
}

/// A kind whose parts hold texts.
private protocol HostileParts {
    func hostile(_ text: String) -> JSON
}

extension ChildrenFieldType: HostileParts {
    fileprivate func hostile(_ text: String) -> JSON {
        let blank = C()
        return .list([
            .object(
                C.fields.map { field in
                    let isText = field.kind is LongTextFieldType || (field.kind as? TextFieldType)?.form == .plain
                    let isMissing = field.kind.isRequired && field.pack(blank).isNull
                    return (field.name, isText ? .text(text) : isMissing ? .number(1) : field.pack(blank))
                })
        ])
    }
}
