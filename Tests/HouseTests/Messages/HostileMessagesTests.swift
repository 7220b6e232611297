import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import House

/// What educators and guests send each other cannot cover, turn or hide.
@Suite struct HostileMessagesTests {
    private static let heap = "a" + String(repeating: "\u{301}", count: 5)

    @Test func aMessageThatCoversOthersIsRefusedAndKept() async throws {
        let kitchen = try await Kitchen()
        let sentence = try TestSite.texts.words(in: .italian)(TextRule.Flaw.marks.textKey).escapedForHTML()
        try await kitchen.visit { browser in
            let message = try await browser.post("/admin/house/messages", ["guest": "1", "text": "ciao \(Self.heap)"])
            #expect(message.status == 422)
            #expect(message.contains(sentence))
            #expect(message.contains(Self.heap))
            let blank = try await browser.post("/admin/house/messages", ["guest": "1", "text": "\u{200B}\u{2800}"])
            #expect(blank.status == 422)
            let call = try await browser.post("/house/calls", ["text": "aiuto \(Self.heap)"])
            #expect(call.status == 422)
            #expect(call.contains(sentence))
            #expect(call.contains(Self.heap))
        }
        let told = try await kitchen.site.value("SELECT (SELECT count(*) FROM notice) + (SELECT count(*) FROM helpCall)", as: Int.self)
        #expect(told == 0)
    }

    @Test func twinsOfTheSameLookAreOneName() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { browser in
            for name in ["Caffè d’orzo", "caffe\u{A0}d'orzo", "Caffe\u{300} d\u{2BC}orzo", "Caf\u{200B}fè d'orzo"] {
                try await browser.post("/admin/house/products", [("name", name), ("stock", "3"), ("ordering", "10"), ("price", "")])
            }
        }
        let count = try await kitchen.site.value("SELECT count(*) FROM product WHERE folded LIKE 'caf%'", as: Int.self)
        #expect(count == 1)
    }

    /// As an older program left them: two names that look the same.
    private func withTwins() async throws -> Kitchen {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            for (key, name) in [("o1", "Olio d'oliva"), ("o2", "Olio d’oliva"), ("o3", "Pane\u{A0}nero")] {
                try db.execute(
                    sql: """
                        INSERT INTO product (key, createdAt, updatedAt, folded, words, houseID, name)
                        VALUES (?, '2026-01-01', '2026-01-01', ?, ?, 1, ?)
                        """, arguments: [key, name.lowercased(), name.lowercased(), name])
            }
            try db.execute(sql: "DELETE FROM setting WHERE key = 'folding'; PRAGMA user_version = 1")
            try SearchIndex.prepare(db, for: House.resources)
        }
        return kitchen
    }

    @Test func twinsOfBeforeStayAndAreToldAndCanBeChanged() async throws {
        let kitchen = try await withTwins()
        let names = try await kitchen.site.database.read {
            try String.fetchAll($0, sql: "SELECT folded FROM product WHERE key IN ('o1', 'o2', 'o3') ORDER BY key")
        }
        #expect(names == ["olio d'oliva", "olio d’oliva", "pane nero"])
        let findings = try await kitchen.site.portal.admin.backups.examine(kitchen.site.database)
        #expect(findings.map(\.saying.key) == ["check.findings.twins"])
        try await kitchen.visit { browser in
            let id = try await kitchen.site.value("SELECT id FROM product WHERE key = 'o2'", as: Int64.self) ?? 0
            let fields = [("name", "Olio d’oliva"), ("stock", "7"), ("ordering", "10"), ("price", ""), ("version", "1")]
            let saved = try await browser.post("/admin/house/products/\(id)", fields)
            #expect(saved.status == 303, "\(saved.text.prefix(2000))")
        }
        let stock = try await kitchen.site.value("SELECT stock FROM product WHERE key = 'o2'", as: Int.self)
        #expect(stock == 7)
    }
}
