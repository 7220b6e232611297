import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Campus

/// Numbers of other sites on the first page: an old or unreadable one is unknown, and never 0.
@Suite struct NumberSourceTests {
    private static let list = """
        [{"stazione": "Faro", "data": "2026-11-27 10:20", "valore": "0.49 m"}, {"stazione": "Molo", "data": "2026-11-27 10:25", "valore": "0,31 m"},
         {"stazione": "Rotta", "data": "2026-11-27 10:25", "valore": null}]
        """

    private static func source(_ path: String, at timePath: String = "") -> NumberSource {
        var source = NumberSource()
        (source.name, source.unit, source.path, source.timePath) = ("Marea", "cm", path, timePath)
        return source
    }

    private static func value(_ text: String, _ path: String) -> Double? {
        try? NumberDocument.read([UInt8](text.utf8), source(path), zone: Term.zone).value
    }

    @Test(arguments: [
        (list, "[stazione=Faro].valore", 0.49), (list, "[1].valore", 0.31), (list, "[-2].valore", 0.31),
        (list, "[stazione=Rotta].valore", nil),
        (list, "valore", nil), (list, "[stazione=Altrove].valore", nil), (#"{"a": {"b": [1, -7]}}"#, "a.b[1]", -7), (#"{"a": 0}"#, "a", 0),
        (#"{"a": "n.d."}"#, "a", nil), (#"{"a": "1.2.3"}"#, "a", nil), (#"{"a": ""}"#, "a", nil), ("<html></html>", "a", nil),
        ("", "a", nil),
        ("ora;livello\n10:00;12\n10:15;−3,5\n", "livello", -3.5), ("stazione,cm\nFaro,12\nMolo,15\n", "[stazione=Faro].cm", 12),
    ])
    func findsTheNumberOrNone(text: String, path: String, value: Double?) { #expect(Self.value(text, path) == value) }

    @Test(arguments: ["", ".", "a.", ".a", "a..b", "[", "[]", "[a]", "[a=]", "[=b]", "[99999999]"])
    func isNoPath(text: String) { #expect(NumberPath(text) == nil) }

    @Test(arguments: [
        ("2026-11-27T09:30:00Z", true), ("2026-11-27 10:30", true), ("2026-11-27 10:30:00", true), ("27/11/2026 10:30", true),
        ("ieri", false),
        ("", false), ("2026-13-27 10:30", false),
    ])
    func readsTheMoment(text: String, isRight: Bool) {
        let moment = NumberDocument.moment(.text(text), Term.zone)
        #expect(moment == (isRight ? Date(timeIntervalSince1970: 1_795_771_800) : nil))
    }

    @Test(arguments: [
        JSON.number(.min), .number(.max), .number(-1), .text("0001-01-01T00:00:00Z"), .text("999999-01-01T00:00:00Z"),
        .text("1999-12-31 10:00"),
        .text("2026-11-27T09:30:00Z" + String(repeating: " x", count: 1_000_000)),
    ])
    func aMomentOutOfAllCalendarsIsNone(json: JSON) { #expect(NumberDocument.moment(json, Term.zone) == nil) }

    @Test(arguments: ["1e300", "-1e300", "9223372036854775807", "1000000000", "\"9999999999\""])
    func aNumberThatNobodyReadsIsNone(text: String) { #expect(Self.value(#"{"a": \#(text)}"#, "a") == nil) }

    @Test func aNumberIsShownWithItsMomentAndLaterUnknown() async throws {
        try await Elsewhere.serve { away, room in
            let now = Date.now
            away.set("/marea", #"{"livello": 0.52, "ora": \#(Int(now.timeIntervalSince1970))}"#)
            let id = try await room.site.database.write { db -> Int64 in
                var source = Self.source("livello", at: "ora")
                (source.url, source.factor) = (away.address("/marea"), 100)
                try source.insert(db, by: .system("tests"))
                return source.id ?? 0
            }
            let fetch = NumberFetch(admin: room.site.portal.admin)
            try await room.site.browse(as: "", "admin") { who in
                let before = try await who[0].get("/campus", headers: [.acceptLanguage: "it"])
                #expect(before.contains("Marea"))
                #expect(before.contains("ignoto"))
                #expect(try await fetch.read(id)?.outcome == .good)
                #expect(try await who[0].get("/campus", headers: [.acceptLanguage: "it"]).contains("<strong>52 cm</strong>"))
                // A failure keeps the number as long as it holds, and says why to editors.
                away.set("/marea", #"{"livello": null, "ora": 1}"#)
                #expect(try await fetch.read(id)?.outcome == .noNumber)
                #expect(try await who[0].get("/campus", headers: [.acceptLanguage: "it"]).contains("<strong>52 cm</strong>"))
                let page = try await who[1].get("/admin/campus/number-sources/\(id)/reading")
                #expect(page.contains("Nel posto indicato non c’è un numero."))
                try await room.site.database.write {
                    try $0.execute(sql: "UPDATE campusNumberReading SET at = ?", arguments: [now - 4 * 3_600])
                }
                let old = try await who[0].get("/campus", headers: [.acceptLanguage: "it"])
                #expect(!old.contains("52 cm"))
                #expect(old.contains("ignoto da"))
                #expect(!old.contains("<strong>0"))
            }
        }
    }

    @Test func anotherPlaceStartsOverAndFailuresWaitLonger() async throws {
        try await Elsewhere.serve { away, room in
            let database = room.site.database
            away.set("/vento", #"{"nodi": 7}"#)
            let id = try await database.write { db -> Int64 in
                var source = Self.source("nodi")
                (source.name, source.url) = ("Vento", away.address("/vento"))
                try source.insert(db, by: .system("tests"))
                return source.id ?? 0
            }
            let (fetch, now) = (NumberFetch(admin: room.site.portal.admin), Date.now)
            #expect(try await database.read { try NumberReading.due($0, now: now) } == [id])
            try await fetch.read(id, now: now)
            #expect(try await database.read { try NumberReading.due($0, now: now + 60) } == [])
            #expect(try await database.read { try NumberReading.due($0, now: now + 901) } == [id])
            try await database.write { try $0.execute(sql: "UPDATE campusNumberSource SET path = 'raffiche'") }
            #expect(try await database.read { try NumberReading.due($0, now: now + 60) } == [id])
            let failed = try #require(try await fetch.read(id, now: now))
            #expect(failed.value == nil)
            #expect(failed.nextAt > now + 1_000)
        }
    }

    @Test func theOwnNetworkIsNotAsked() async throws {
        let room = try await NewsFixture()
        let id = try await room.site.database.write { db -> Int64 in
            var source = Self.source("a")
            source.url = "http://127.0.0.1:9/marea"
            try source.insert(db, by: .system("tests"))
            return source.id ?? 0
        }
        #expect(try await NumberFetch(admin: room.site.portal.admin).read(id)?.outcome == .private)
    }

    @Test func aPathThatIsNoneIsRefusedAtItsField() async throws {
        let room = try await NewsFixture()
        try await room.site.browse(as: "admin") { who in
            let form = [("name", "Marea"), ("url", "https://example.org/marea"), ("path", "a..b"), ("act", "save")]
            let refused = try await who[0].post("/admin/campus/number-sources", form)
            #expect(refused.status == 422)
            #expect(refused.contains("Scrivi nomi e numeri come"))
        }
    }
}
