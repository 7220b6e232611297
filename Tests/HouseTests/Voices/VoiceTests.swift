import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct VoiceTests {
    private let address = "/admin/house/voices"

    @Test func whatAnEducatorSpokeIsHeardByTheGuestsOfHisHouseAlone() async throws {
        let house = try await GuestSite()
        try await house.live(1, 2) { educator, guests in
            let before = try await guests[0].get("/house/home")
            #expect(!before.contains("data-voices"))
            let saved = try await educator.record("Riso", Sound.wave(seconds: 1))
            #expect(saved.status == 303)
            #expect(saved.location == "/admin/house/voices/text?text=Riso")
            let page = try await educator.get("/admin/house/voices/text?text=Riso")
            #expect(page.contains("<audio"))
            #expect(page.contains("/admin/house/voices/1/sound"))
            #expect(page.contains("Registrata da Educatrice"))
            #expect(page.contains("Prossima da registrare"))
            let list = try await educator.get("/admin/house/voices?spoken=yes")
            #expect(list.contains(">Riso</a>"))
            #expect(!list.contains(">Pane</a>"))
            let all = try await educator.get("/admin/house/voices")
            #expect(all.text.contains(#/>1 di \d+ registrati</#))
            // Of the recorded ones alone nothing is missing.
            #expect(!list.text.contains("registrati</span>"))

            let home = try await guests[0].get("/house/home")
            #expect(home.contains(#"data-voices="/house/voices""#))
            let voices = try await guests[0].get("/house/voices")
            #expect(voices.text == #"{"voices":{"Riso":"\/house\/voices\/1"}}"#)
            let product = try await guests[0].get("/house/shopping/products/1")
            #expect(product.contains(#"<audio controls preload="none" src="/house/voices/1">"#))
            let sound = try await guests[0].get("/house/voices/1")
            #expect(sound.status == 200)
            #expect(sound.headers[.contentType] == "audio/mpeg")
            #expect(sound.text.utf8.count > 4000)
        }
        try await house.site.database.write { db in
            try db.execute(sql: "UPDATE voice SET houseID = 2")
        }
        try await house.live(1) { educator, guests in
            for page in [try await guests[0].get("/house/voices/1"), try await educator.get("/admin/house/voices/1/sound")] {
                #expect(page.status == 404)
            }
            let voices = try await guests[0].get("/house/voices")
            #expect(voices.text == #"{"voices":{}}"#)
        }
    }

    @Test func aRecordingBelongsToExactlyItsWords() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.record("Caffè", Sound.wave(seconds: 1))
            let spoken = try await guests[0].get("/house/shopping/products/5")
            #expect(spoken.contains("<audio"))
            try await house.database.write { try $0.execute(sql: "UPDATE product SET name = 'Caffè nero' WHERE id = 5") }
            let silent = try await guests[0].get("/house/shopping/products/5")
            #expect(!silent.contains("/house/voices/"))
            let own = try await educator.get("/admin/house/voices?place=own")
            #expect(own.contains(">Caffè</a>"))
        }
    }

    @Test func replacingAndRemovingAreTakenBack() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, _ in
            try await educator.record("Riso", Sound.wave(seconds: 1))
            try await educator.record("Riso", Sound.wave(seconds: 2))
            try await educator.post("/admin/house/voices/removal", [("text", "Riso")])
            let none = try await educator.get("/admin/house/voices/text?text=Riso")
            #expect(!none.contains("<audio"))
            #expect(none.contains(#"action="/admin/house/voices/restoring""#))
            try await educator.post("/admin/house/voices/restoring", [("text", "Riso")])
            let again = try await educator.post("/admin/house/voices/removal", [("text", "Pane")])
            #expect(again.status == 404)
        }
        let lengths = try await house.database.read {
            try Int.fetchAll($0, sql: "SELECT milliseconds / 1000 FROM voice WHERE deletedAt IS NULL")
        }
        #expect(lengths == [2])
        let acts = try await house.database.read {
            try String.fetchAll($0, sql: "SELECT action FROM audit WHERE action LIKE 'house.voice%' ORDER BY id")
        }
        #expect(acts == ["house.voice.save", "house.voice.save", "house.voice.remove", "house.voice.restore"])
    }

    @Test func whatIsNoRecordingIsRefusedAtTheFieldWithTheWordsKept() async throws {
        let house = try await GuestSite()
        let hostile: [(Data, String)] = [
            (Data("<script>alert(1)</script>".utf8), "non è una registrazione"),
            (Data("#EXTM3U\nfile:///etc/passwd\n".utf8), "non è una registrazione"),
            (Sound.wave(seconds: 1).prefix(30), "è rovinata"), (Sound.wave(seconds: 100), "è troppo lunga"), (Data(), "Scegli un file"),
        ]
        try await house.live(1) { educator, guests in
            for (bytes, why) in hostile {
                let page = try await educator.record("Riso <bianco>", bytes)
                #expect(page.status == 422, "\(why)")
                #expect(page.contains(why), "\(why)")
                #expect(page.contains("Riso &lt;bianco&gt;"), "\(why)")
            }
            let empty = try await educator.record(" \n", Sound.wave(seconds: 1))
            #expect(empty.status == 422)
            #expect(empty.contains("Scrivi le parole"))
            let guest = try await guests[0].record("Riso", Sound.wave(seconds: 1))
            #expect(guest.status == 303)
            #expect(guest.location?.hasPrefix("/sign-in") == true)
        }
        let count = try await house.site.value("SELECT count(*) FROM voice", as: Int.self)
        #expect(count == 0)
    }

    @Test(arguments: [("bytes=0-9", 206, 10), ("bytes=-7", 206, 7), ("bytes=5-", 206, -5), ("lines=1-2", 200, 0)])
    func playersGetThePartTheyAskFor(range: String, status: Int, count: Int) async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.record("Riso", Sound.wave(seconds: 1))
            let whole = try await guests[0].get("/house/voices/1")
            let length = Int(whole.headers[.contentLength] ?? "") ?? 0
            let part = try await guests[0].get("/house/voices/1", headers: [.range: range])
            let wanted = status == 200 ? length : count < 0 ? length + count : count
            #expect(part.status == status)
            #expect(part.headers[.contentLength] == "\(wanted)")
            let behind = try await guests[0].get("/house/voices/1", headers: [.range: "bytes=9999999-"])
            #expect(behind.status == 416)
        }
    }
}

extension Browser {
    @discardableResult
    fileprivate func record(_ text: String, _ sound: Data) async throws -> Answer {
        try await post("/admin/house/voices/text", [("text", text)], files: [(name: "sound", fileName: "voce.wav", bytes: sound)])
    }
}

private enum Sound {
    /// A tone without compression: 8,000 values of 16 bits a second.
    static func wave(seconds: Int) -> Data {
        let count = seconds * 8000
        var data = Data("RIFF".utf8) + bytes(UInt32(36 + 2 * count)) + Data("WAVEfmt ".utf8) + bytes(UInt32(16)) + bytes(UInt16(1))
        data += bytes(UInt16(1)) + bytes(UInt32(8000)) + bytes(UInt32(16000)) + bytes(UInt16(2)) + bytes(UInt16(16))
        data += Data("data".utf8) + bytes(UInt32(2 * count))
        for index in 0..<count { data += bytes(UInt16(bitPattern: Int16(8000 * sin(Double(index) / 3)))) }
        return data
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }
}
