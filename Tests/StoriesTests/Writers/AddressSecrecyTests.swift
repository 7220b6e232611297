import Accounts
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import Stories

/// Who has an account with which address is nobody's business; who tries to come in as a writer is the moderators'.
@Suite struct AddressSecrecyTests {
    let site: TestSite

    init() async throws {
        site = try await TestSite("house", "stories")
        try await site.database.write { db in
            let hash = try String.fetchOne(db, sql: "SELECT passwordHash FROM account WHERE key = 'admin'")
            for (email, nickname) in [("anna@example.org", "anna"), ("bruno@example.org", "bruno")] {
                try db.execute(
                    sql: """
                        INSERT INTO writer (email, nickname, passwordHash, firstName, lastName, country, verifiedAt, createdAt)
                        VALUES (?, ?, ?, 'Nome', 'Prova', 'IT', '2026-01-01', '2026-01-01')
                        """, arguments: [email, nickname, hash])
            }
        }
    }

    private static func form(_ email: String, _ nickname: String) -> [(String, String)] {
        [
            ("email", email), ("firstName", "Nora"), ("lastName", "Prova"), ("nickname", nickname), ("birthYear", "1980"),
            ("country", "IT"), ("privacy", "yes"), ("terms", "yes"), ("password", TestSite.password), ("passwordAgain", TestSite.password),
        ]
    }

    private func mails() async throws -> [[String]] {
        try await site.database.read { db in
            try Row.fetchAll(db, sql: "SELECT recipient, subject FROM mail ORDER BY id").map { [$0[0], $0[1]] }
        }
    }

    @Test func registeringAnswersTheSameForAnAddressThatIsKnown() async throws {
        try await site.browse(as: "", "") { browsers in
            let known = try await browsers[0].post("/stories/registration", Self.form("ANNA@example.org", "nora1"))
            let free = try await browsers[1].post("/stories/registration", Self.form("nora@example.org", "nora2"))
            #expect(known.status == 200)
            #expect(free.status == 200)
            #expect(known.text.withoutNonces == free.text.withoutNonces)
        }
        let writers = try await site.value("SELECT count(*) FROM writer", as: Int.self)
        #expect(writers == 3)
        let mails = try await mails()
        #expect(mails.map(\.first) == ["ANNA@example.org", "nora@example.org"])
        #expect(mails.first?.last == "You have an account already" || mails.first?.last == "Hai già un account")
    }

    @Test func programsLearnNothingMoreThanPages() async throws {
        try await site.browse(as: "") { browsers in
            func register(_ email: String, _ nickname: String) async throws -> Answer {
                try await browsers[0].call(
                    .post, "/api/utenti",
                    """
                    {"email":"\(email)","first_name":"Nora","last_name":"Prova","nickname":"\(nickname)","birth_year":1980,"country":"IT",
                     "password":"\(TestSite.password)","password_confirm":"\(TestSite.password)","privacy_accepted":true,"terms_accepted":true}
                    """)
            }
            let (known, free) = (try await register("anna@example.org", "nora1"), try await register("nora@example.org", "nora2"))
            #expect(known.status == free.status)
            #expect(known.text == free.text)
            #expect(known.status < 300)
        }
    }

    @Test func changingOnesAddressToAKnownOneTellsItsOwnerAlone() async throws {
        try await site.browse(as: "") { browsers in
            try await browsers[0].post("/stories/sign-in", [("email", "anna@example.org"), ("password", TestSite.password)])
            let known = try await browsers[0].post(
                "/stories/address", [("email", "bruno@example.org"), ("password", TestSite.password)])
            let free = try await browsers[0].post("/stories/address", [("email", "nuova@example.org"), ("password", TestSite.password)])
            #expect(known.status == 303)
            #expect(known.location == free.location)
        }
        let links = try await site.value("SELECT group_concat(email) FROM writerLink", as: String.self)
        let recipients = try await mails().map(\.first)
        #expect(links == "nuova@example.org")
        #expect(recipients == ["bruno@example.org", "nuova@example.org"])
    }

    @Test func wrongPasswordsLeaveATraceThatModeratorsSee() async throws {
        try await site.browse(as: "admin", "") { browsers in
            for _ in 0..<6 { try await browsers[1].post("/stories/sign-in", [("email", "anna@example.org"), ("password", "segreta99")]) }
            let body = #"{"username":"anna@example.org","password":"segreta99","actions":[{"action":"profilo"}]}"#
            try await browsers[1].call(.post, "/api", body)
            let page = try await browsers[0].get("/admin")
            #expect(page.contains("password sbagliate per anna"))
        }
        let log = try await site.database.read { db in
            try String.fetchAll(
                db, sql: "SELECT objectKind || ' ' || objectID FROM audit WHERE action LIKE 'stories.sign-in%'")
        }
        #expect(log == ["stories.writers 1"])
        let kept = try await site.database.read { db in "\(try Row.fetchAll(db, sql: "SELECT * FROM guess"))" }
        #expect(kept.contains("writer"))
        #expect(!kept.contains("segreta99"))
        #expect(!kept.contains("anna@example.org"))
    }

    @Test func wrongTokensOfWritersLeaveATraceThatModeratorsSee() async throws {
        try await site.browse(as: "admin", "") { browsers in
            let calm = try await browsers[0].get("/admin")
            #expect(!calm.contains("token di autori che non valgono"))
            for _ in 0..<6 {
                let answer = try await browsers[1].call(
                    .post, "/api", #"{"actions":[{"action":"profilo"}]}"#, headers: [.authorization: "Bearer inventato-da-me"])
                #expect(answer.status == 200)
                #expect(!answer.contains("anna"))
            }
            let page = try await browsers[0].get("/admin")
            #expect(page.contains("tentativi con token di autori che non valgono"))
        }
        let log = try await site.value("SELECT count(*) FROM audit WHERE action = 'stories.sign-in.token-refused'", as: Int.self)
        let kept = try await site.database.read { db in
            "\(try Row.fetchAll(db, sql: "SELECT * FROM guess"))\(try Row.fetchAll(db, sql: "SELECT * FROM audit"))"
        }
        #expect(log == 1)
        #expect(kept.contains("writerToken"))
        #expect(!kept.contains("inventato"))
    }

    @Test func leavingClearsWhatTheBrowserKeeps() async throws {
        try await site.browse(as: "", "educator") { browsers in
            for browser in browsers {
                try await browser.post("/stories/sign-in", [("email", "anna@example.org"), ("password", TestSite.password)])
            }
            let left = try await browsers[0].post("/stories/exit")
            #expect(left.headers[.init("Clear-Site-Data")!] == #""cache", "storage""#)
            // What an educator types at the back office in the same browser stays.
            let stayed = try await browsers[1].post("/stories/exit")
            #expect(stayed.headers[.init("Clear-Site-Data")!] == nil)
            #expect(stayed.location == "/stories")
        }
    }
}

extension String {
    /// A page without the number that each sending of its forms has.
    fileprivate var withoutNonces: String { replacing(/value="[A-Za-z0-9_-]{43}"/, with: "") }
}
