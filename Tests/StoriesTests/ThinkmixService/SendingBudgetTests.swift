import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Stories

/// What the web service reads before it knows who sends it.
@Suite struct SendingBudgetTests {
    private static func numbers(_ count: Int) -> String { #"{"actions":[\#(Array(repeating: "1", count: count).joined(separator: ","))]}"# }

    @Test func aStrangersLongSendingIsNotRead() async throws {
        let site = try await TestSite("stories")
        let token = try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO writer (email, nickname, firstName, lastName, verifiedAt, createdAt)
                    VALUES ('a@example.org', 'anna', 'Anna', 'Prova', '2026-01-01', '2026-01-01')
                    """)
            return try WriterSession.begin(for: 1, .program, device: "test", access: "Web", at: .now, db)
        }
        try await site.browse(as: "") { browsers in
            for path in ["/api", "/api/storie"] {
                let long = try await browsers[0].call(.post, path, Self.numbers(50_000))
                #expect(long.status == 413, "\(path)")
            }
            // Short, and with more values than anybody needs who is not known.
            let many = try await browsers[0].call(.post, "/api", Self.numbers(5_000))
            #expect(many.json["success"] == .flag(false))
            let forged = try await browsers[0].call(
                .post, "/api", Self.numbers(50_000), headers: [.authorization: "Bearer \(Token().text)"])
            #expect(forged.status == 413)
            let reading = #"{"actions":[{"action":"piu_votate"}],"x":"\#(String(repeating: "x", count: 100_000))"}"#
            let known = try await browsers[0].call(.post, "/api", reading, headers: [.authorization: "Bearer \(token.text)"])
            #expect(known.status == 200)
            #expect(known.json["success"] == .flag(true))
        }
    }
}
