import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Stories

/// Lists of the web service, piece by piece, and what it changes of one's own data.
@Suite struct ServiceListTests {
    private func run(_ action: String, _ data: [(key: String, value: JSON)], by writer: Int64?, _ shelf: Bookshelf) async throws -> JSON {
        let batch = Batch(items: [.init(action: action, data: .object(data))])
        let who = writer.map { BatchAnswering.Credentials.writer($0) } ?? .nobody
        return try await BatchAnswering.run(batch, who, in: shelf.database, at: shelf.sameMoment).json
    }

    /// Reads a list two by two, and compares it with the whole.
    private func check(
        _ action: String, _ data: [(key: String, value: JSON)] = [], by writer: Int64? = nil, count: Int, _ shelf: Bookshelf
    ) async throws {
        let whole = try await run(action, data, by: writer, shelf)
        let expected = (whole["response"]?[action]?.list ?? []).map { $0["ID"] }
        #expect(expected.count == count, "\(action)")
        #expect(whole["cursors"] == nil, "\(action)")
        var (found, cursor): ([JSON?], JSON?) = ([], nil)
        repeat {
            let part = try await run(action, data + [("limit", .number(2))] + (cursor.map { [("cursor", $0)] } ?? []), by: writer, shelf)
            found += (part["response"]?[action]?.list ?? []).map { $0["ID"] }
            cursor = part["cursors"]?[action]
        } while cursor != nil && found.count <= count
        #expect(found == expected, "\(action)")
    }

    @Test func everyListIsReadPieceByPiece() async throws {
        let shelf = try Bookshelf(writers: 8)
        var stories: [Int64] = []
        for number in 1...5 {
            stories.append(try shelf.start("Faro \(number)", by: 1))
            for voter in 2...(number < 4 ? 3 : 2) as ClosedRange<Int64> { try shelf.vote(stories[number - 1], by: voter) }
        }
        for number in 1...5 { try shelf.add(after: stories[0], "E poi \(number)", by: 2) }
        try shelf.write { db in
            // Two at the same moment: the number tells them apart.
            for id in 2...6 { try Writer.find(Int64(id), db)?.follow(1, at: shelf.sameMoment - Double(id / 2), db) }
            try Writer.find(2, db)?.follow(3, at: shelf.sameMoment, db)
            let moments = "CASE id % 2 WHEN 0 THEN '2027-01-20 00:00:00.000' ELSE '2027-01-21 00:00:00.000' END"
            try db.execute(sql: "UPDATE fragment SET createdAt = \(moments)")
        }
        try await check("piu_votate", count: 5, shelf)
        try await check("cerca_storie", [("q", .text("faro"))], count: 5, shelf)
        try await check("post_bacheca", by: 2, count: 5, shelf)
        try await check("risposte", [("id_post", .number(1))], count: 5, shelf)
        try await check("cerca_utenti", [("q", .text("nome"))], count: 8, shelf)
        try await check("iniziate", [("id_user", .number(1))], count: 5, shelf)
        try await check("partecipate", [("id_user", .number(2))], count: 5, shelf)
        try await check("seguaci", [("id_user", .number(1))], count: 5, shelf)
        try await check("seguiti", [("id_user", .number(2))], count: 2, shelf)
        try await check("notifiche", by: 1, count: 6, shelf)
        for data: [(key: String, value: JSON)] in [[("limit", .number(51))], [("cursor", .text("no"))], [("limit", .text("x"))]] {
            let refused = try await run("piu_votate", data, by: nil, shelf)
            #expect(refused["errors"]?.list?.first?["code"] == .number(11))
        }
    }

    @Test func anAddressNamesTheNextPartInItsHeader() async throws {
        let site = try await TestSite("stories")
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO writer (email, nickname, firstName, lastName, verifiedAt, createdAt)
                    VALUES ('a@example.org', 'anna', 'Anna', 'Prova', '2026-01-01', '2026-01-01')
                    """)
            for number in 1...3 {
                let content = try FragmentContent(title: "Faro \(number)", body: .text("Inizio"), isFirst: true)
                _ = try Fragment.start(content, by: 1, at: .now - Double(10 - number) * 60, db)
            }
        }
        try await site.browse(as: "") { browsers in
            let first = try await browsers[0].call(.get, "/api/cerca?q=faro&limit=2")
            let link = try #require(first.headers[.init("Link")!])
            #expect(first.json.list?.count == 2)
            #expect(link.hasPrefix("</api/cerca?limit=2&q=faro&cursor="))
            let rest = try await browsers[0].call(.get, String(link.dropFirst().prefix { $0 != ">" }))
            #expect(rest.json.list?.map { $0["ID"]?.number } == [3])
            #expect(rest.headers[.init("Link")!] == nil)
        }
    }

    /// A suspension keeps somebody from speaking: every act that others would see is refused. Who reads without writing, and takes away what is
    /// his own, speaks to nobody.
    @Test func whoIsSuspendedMayStillTakeAwayWhatIsHis() async throws {
        let shelf = try Bookshelf()
        try shelf.write { db in
            try #require(try Writer.find(1, db)).follow(2, at: shelf.now, db)
            let measures = Sanctions(suspension: .forGood, reason: .spam)
            try CaseDecision.impose(measures, on: 1, by: shelf.moderator, at: shelf.now, db)
        }
        func code(_ action: String, _ data: [(key: String, value: JSON)]) async throws -> JSON? {
            try await run(action, data, by: 1, shelf)["errors"]?.list?.first?["code"]
        }
        let follows = try await code("segui", [("id_user", .number(3))])
        let writes = try await code("nuovo_post_di_testo", [("title", .text("Un faro")), ("text_content", .text("Inizio"))])
        #expect(follows == .number(6))
        #expect(writes == .number(6))
        let reads = try await code("seguiti", [("id_user", .number(1))])
        let unfollows = try await code("non_seguire", [("id_user", .number(2))])
        let left: Int? = try shelf.value("SELECT count(*) FROM follow")
        #expect(reads == nil)
        #expect(unfollows == nil)
        #expect(left == 0)
    }

    /// What programs show is said as on the page, in the language they ask for.
    @Test func aNoticeComesWithItsWords() async throws {
        let site = try await TestSite("stories")
        let token = try await site.database.write { db -> Token in
            for name in ["anna", "bruno"] {
                try db.execute(
                    sql: """
                        INSERT INTO writer (email, nickname, firstName, lastName, verifiedAt, createdAt)
                        VALUES (?, ?, 'Nome', 'Prova', '2026-01-01', '2026-01-01')
                        """, arguments: ["\(name)@example.org", name])
            }
            _ = try Fragment.start(FragmentContent(title: "Il faro", body: .text("Inizio"), isFirst: true), by: 1, at: .now - 600, db)
            _ = try Fragment.add(FragmentContent(title: "", body: .text("E poi"), isFirst: false), after: 1, by: 2, at: .now - 300, db)
            try #require(try Writer.find(2, db)).follow(1, at: .now, db)
            return try WriterSession.begin(for: 1, .program, device: "", access: "Web", at: .now, db)
        }
        try await site.browse(as: "") { browsers in
            func told(_ language: String) async throws -> [String?]? {
                let headers: HTTPFields = [.authorization: "Bearer \(token.text)", .acceptLanguage: language]
                return try await browsers[0].call(.get, "/api/avvisi", headers: headers).json.list?.map { $0["description"]?.text }
            }
            let (italian, english) = try await (told("it"), told("en"))
            #expect(italian == ["bruno ha cominciato a seguirti.", "bruno ha continuato la tua storia «Il faro»."])
            #expect(english?.count == 2)
            #expect(english?.first != italian?.first)
        }
    }

    @Test func aNewAddressOfMailCountsWhenItsLinkIsUsed() async throws {
        let site = try await TestSite("stories")
        let hash = try await Passwords(AccountSettings(scryptCost: 4)).hash(TestSite.password)
        let token = try await site.database.write { db -> Token in
            for name in ["anna", "bruno"] {
                try db.execute(
                    sql: """
                        INSERT INTO writer (email, nickname, passwordHash, firstName, lastName, verifiedAt, createdAt)
                        VALUES (?, ?, ?, 'Nome', 'Prova', '2026-01-01', '2026-01-01')
                        """, arguments: ["\(name)@example.org", name, hash])
            }
            return try WriterSession.begin(for: 1, .program, device: "", access: "Web", at: .now, db)
        }
        try await site.browse(as: "") { browsers in
            func change(_ email: String, _ password: String) async throws -> Answer {
                try await browsers[0].call(
                    .put, "/api/utenti/me/email", #"{"email":"\#(email)","password":"\#(password)"}"#,
                    headers: [.authorization: "Bearer \(token.text)"])
            }
            let (taken, malformed, wrong) = try await (
                change("bruno@example.org", TestSite.password), change("nessuno", TestSite.password),
                change("nuova@example.org", "non è questa")
            )
            // Nobody learns that somebody has the address: the answer is that of a free one.
            #expect(taken.status == 200)
            #expect(malformed.status == 422)
            #expect(wrong.status == 401)
            let sent = try await change("nuova@example.org", TestSite.password)
            #expect(sent.status == 200)
        }
        let mail = try await site.database.read { db in
            try Row.fetchAll(db, sql: "SELECT recipient, body FROM mail").map { row -> [String] in [row[0], row[1]] }
        }
        let link = try #require(mail.last?[1].firstMatch(of: #/verification\/([\w-]+)/#)?.1)
        #expect(mail.map { $0[0] } == ["bruno@example.org", "nuova@example.org"])
        let (before, after) = try await site.database.write { db in
            let before = try Writer.find(1, db)?.email
            _ = try WriterLink.verify(try #require(Token(sent: String(link))), at: .now, db)
            return (before, try Writer.find(1, db)?.email)
        }
        #expect(before == "anna@example.org")
        #expect(after == "nuova@example.org")
    }
}
