import Accounts
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Portal

/// What is one's own is there for its owner and for nobody else: drafts and decisions of writers, devices and keys of accounts, answers of
/// students, results and courses of teachers.
@Suite struct OwnThingsTests {
    @Test func aWriterFindsNothingOfAnother() async throws {
        let site = try await TestSite.seeded()
        let now = Date.now
        let (ugo, draft, session, decision) = try await site.database.write { db in
            let ugo = try Int64.fetchOne(db, sql: "SELECT id FROM writer WHERE email = 'ugo@example.org'") ?? 0
            try db.execute(
                sql: """
                    INSERT INTO storyDraft (writer, kind, title, text, photo, sending, updatedAt)
                    VALUES (?, 'photo', 'Mia', 'Parole', 'x', 'sending', ?)
                    """, arguments: [ugo, now])
            let draft = db.lastInsertedRowID
            try db.execute(
                sql: """
                    INSERT INTO writerSession (tokenHash, writer, kind, device, createdAt, expiresAt)
                    VALUES (?, ?, 'browser', 'Firefox', ?, ?)
                    """, arguments: [Token().hash, ugo, now, now + 3_600])
            let session = db.lastInsertedRowID
            let decision = try Int64.fetchOne(db, sql: "SELECT min(id) FROM decision") ?? 0
            try db.execute(sql: "UPDATE decision SET writer = ? WHERE id = ?", arguments: [ugo, decision])
            return (ugo, draft, session, decision)
        }
        let theirs: [(HTTPRequest.Method, String)] = [
            (.get, "/stories/decisions/\(decision)"), (.post, "/stories/decisions/\(decision)"),
            (.get, "/stories/drafts/\(draft)/photo/480.webp"), (.post, "/stories/devices/\(session)/exit"),
        ]
        try await site.browse(as: "", "") { browsers in
            try await browsers[0].post("/stories/sign-in", [("email", "lina@example.org"), ("password", TestSite.password)])
            let before = try await site.contents()
            for (method, path) in theirs {
                let answer = try await browsers[0].ask(method, path, ["text": "No"])
                #expect(answer.status == 404 || path.hasSuffix("/exit"), "\(path): \(answer.status)")
                #expect(!answer.contains("Parole"))
            }
            let after = try await site.contents()
            #expect(before == after)
            let devices = "SELECT count(*) FROM writerSession WHERE writer = \(ugo)"
            let kept = try await site.value(devices, as: Int.self)
            #expect(kept == 1)

            // Its owner finds all of it.
            try await browsers[1].post("/stories/sign-in", [("email", "ugo@example.org"), ("password", TestSite.password)])
            let page = try await browsers[1].get("/stories/decisions/\(decision)")
            #expect(page.status == 200)
            try await browsers[1].post("/stories/devices/\(session)/exit")
            let left = try await site.value(devices, as: Int.self)
            #expect(left == 1, "that of the sign-in")
        }
    }

    @Test func anAccountFindsNothingOfAnother() async throws {
        let site = try await TestSite.seeded()
        let now = Date.now
        let (owner, things) = try await site.database.write { db -> (Int64, [(path: String, table: String, sql: String)]) in
            let owner = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'researcher'") ?? 0
            try db.execute(
                sql: """
                    INSERT INTO session (tokenHash, accountID, createdAt, seenAt, expiresAt, address, device)
                    VALUES (?, ?, ?, ?, ?, '', '')
                    """, arguments: [Token().hash, owner, now, now, now + 3_600])
            let session = db.lastInsertedRowID
            try db.execute(
                sql: "INSERT INTO passkey (accountID, credentialID, publicKey, counter, name, createdAt) VALUES (?, ?, x'00', 0, 'Mia', ?)",
                arguments: [owner, Token().hash, now])
            let passkey = db.lastInsertedRowID
            try db.execute(
                sql: "INSERT INTO trustedDevice (accountID, tokenHash, device, createdAt, seenAt, expiresAt) VALUES (?, ?, '', ?, ?, ?)",
                arguments: [owner, Token().hash, now, now, now + 3_600])
            let device = db.lastInsertedRowID
            let token =
                try AccessToken.make(
                    "Mio", access: .read, areas: ["*"], scope: nil, life: 86_400, of: owner, db, by: .system("tests")
                ).token.id ?? 0
            return (
                owner,
                [
                    ("/admin/account/sessions/\(session)/ending", "session", "id = \(session)"),
                    ("/admin/account/factors/passkeys/\(passkey)", "passkey", "id = \(passkey) AND name = 'Mia'"),
                    ("/admin/account/factors/passkeys/\(passkey)/removal", "passkey", "id = \(passkey)"),
                    ("/admin/account/factors/devices/\(device)/removal", "trustedDevice", "id = \(device)"),
                    ("/admin/account/tokens/\(token)/revocation", "accessToken", "id = \(token) AND revokedAt IS NULL"),
                ]
            )
        }
        try await site.browse(as: "role-researcher", "role-moderator") { browsers in
            for (path, table, sql) in things {
                for browser in browsers {
                    let answer = try await browser.post(path, [("name", "Di altri"), ("password", TestSite.password)])
                    #expect(answer.status < 500, "\(path)")
                }
                let kept = try await site.value("SELECT count(*) FROM \(table) WHERE \(sql)", as: Int.self)
                #expect(kept == 1, "\(path)")
            }
        }
        // The same acts are the owner's. A passkey and a device are second steps, without which the owner comes in here.
        try await site.database.write { db in
            try db.execute(sql: "DELETE FROM passkey WHERE accountID = \(owner)")
        }
        try await site.browse(as: "researcher") { browsers in
            for (path, table, sql) in things where table != "passkey" {
                try await browsers[0].post(path, [("password", TestSite.password)])
                let kept = try await site.value("SELECT count(*) FROM \(table) WHERE \(sql)", as: Int.self)
                #expect(kept == 0, "\(path)")
            }
        }
    }

    @Test func aStudentsProgramFindsNothingOfAnother() async throws {
        let site = try await TestSite.seeded()
        let own: HTTPFields = [.init("Sec-Fetch-Site")!: "same-origin"]
        try await site.browse(as: "role-student", "student") { browsers in
            let list = try await browsers[1].call(.get, "/ws/questionari", headers: own, cookies: true)
            let offer = String(try #require(list.text.firstMatch(of: #/"OFFERTA_ID":"([^"]+)"/#)).1)
            let id = try await site.value("SELECT questionnaire FROM offer WHERE id = '\(offer)'", as: Int64.self)
            let questionnaire = try #require(id)
            let sent =
                "{\"OFFERTA_ID\":\"\(offer)\",\"QUESTIONARIO_ID\":\(questionnaire),\"VERSIONE\":1,\"NONCE\":\"n\",\"RISPOSTE\":[]}"
            let asked: [(HTTPRequest.Method, String, String?)] = [
                (.get, "/ws/bozze/\(offer)", nil), (.put, "/ws/bozze/\(offer)", sent), (.delete, "/ws/bozze/\(offer)", nil),
                (.get, "/ws/questionari/\(questionnaire)/quesiti?OFFERTA_ID=\(offer)", nil),
                (.get, "/ws/questionari/\(questionnaire)/condizioni?OFFERTA_ID=\(offer)", nil),
                (.post, "/ws/questionari/\(questionnaire)/compilazioni", sent),
            ]
            let before = try await site.contents()
            for (method, path, json) in asked {
                let answer = try await browsers[0].call(method, path, json, headers: own, cookies: true)
                #expect([403, 404].contains(answer.status), "\(method) \(path): \(answer.status)")
            }
            let after = try await site.contents()
            #expect(before == after)
            let answer = try await browsers[1].call(.get, asked[3].1, headers: own, cookies: true)
            #expect(answer.status == 200)
        }
    }

    @Test func aTeacherFindsNothingOfAnother() async throws {
        let site = try await TestSite.seeded()
        try await site.browse(as: "lecturer", "role-teacher", "role-campus-teacher") { browsers in
            let list = try await browsers[0].get("/questionnaires/results")
            let match = try #require(list.text.firstMatch(of: #/\/questionnaires\/results\/\d+\/(\d+)/#))
            let (results, activity) = (String(match.0), String(match.1))
            let teaches = try await site.value(
                """
                SELECT count(*) FROM activityTeacher t JOIN person p ON p.id = t.person
                WHERE p.account IN ('role-teacher', 'role-campus-teacher') AND t.activity = \(activity)
                """, as: Int.self)
            #expect(teaches == 0)
            let course = try #require(
                try await site.value(
                    """
                    SELECT min(a.course) FROM activity a JOIN activityTeacher t ON t.activity = a.id JOIN person p ON p.id = t.person
                    WHERE p.account = 'lecturer' AND a.course NOT IN (
                      SELECT a.course FROM activity a JOIN activityTeacher t ON t.activity = a.id JOIN person p ON p.id = t.person
                      WHERE p.account = 'role-campus-teacher')
                    """, as: Int64.self))
            let theirs: [(browser: Int, method: HTTPRequest.Method, path: String)] = [
                (1, .get, results), (1, .get, results + "/trend"), (1, .get, results + "/answers/1"), (1, .post, results + "/answers/1"),
                (1, .post, "/questionnaires/courses/\(activity)/closing"), (1, .post, "/questionnaires/courses/\(activity)/reopening"),
                (2, .get, "/admin/campus/own/courses/\(course)"), (2, .post, "/admin/campus/own/courses/\(course)"),
            ]
            let before = try await site.contents()
            for (browser, method, path) in theirs {
                let answer = try await browsers[browser].ask(method, path, ["text": "No"])
                #expect([403, 404].contains(answer.status), "\(method) \(path): \(answer.status)")
            }
            let after = try await site.contents()
            #expect(before == after)
            for path in [results, "/admin/campus/own/courses/\(course)"] {
                let answer = try await browsers[0].get(path)
                #expect(answer.status == 200, "\(path)")
            }
        }
    }
}

extension Browser {
    fileprivate func ask(_ method: HTTPRequest.Method, _ path: String, _ fields: [String: String]) async throws -> Answer {
        method == .get ? try await get(path) : try await post(path, fields)
    }
}
