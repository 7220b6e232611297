import Accounts
import Crypto
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin
@testable import House

private let page = "/house/notices/device"

@Suite struct PushPagesTests {
    let house: GuestSite
    private let station = PushStation()

    init() async throws {
        house = try await GuestSite()
        for guest: Int64 in [1, 2, 3] {
            try await house.database.write { try GuestPreferences.choose("push", .notices, for: guest, house: 1, $0) }
        }
    }

    private func fields(_ address: String) -> [(String, String)] {
        [("endpoint", address), ("p256dh", station.keys.p256dh), ("auth", station.keys.auth)]
    }

    @Test func aGuestSwitchesNoticesOnAndOff() async throws {
        try await house.live(1) { _, guests in
            let guest = guests[0]
            let off = try await guest.get(page)
            #expect(off.status == 200)
            #expect(off.contains("non può avvisarti a pagina chiusa"))
            #expect(off.contains("Accendi gli avvisi"))
            let link = try await guest.get("/house/notices")
            #expect(link.contains(page))
            let on = try await guest.post(page, fields("https://93.184.215.14/p/1"))
            #expect(on.location == page)
            // What an open page asks for meanwhile does not use up the message.
            try await guest.get("/house/notices/current")
            let shown = try await guest.get(page)
            #expect(shown.contains("Fatto: gli avvisi sono accesi."))
            #expect(shown.contains("Spegni gli avvisi"))
            // The address is a secret between the browser and its push service.
            #expect(!shown.contains("93.184.215.14"))
            // The same again, or a newer address of the same browser, is the same device.
            try await guest.post(page, fields("https://93.184.215.14/p/1"))
            try await guest.post(page, fields("https://93.184.215.14/p/2"))
            expect(try await house.devices().map(\.address), is: ["https://93.184.215.14/p/2"])
            try await guest.post(page + "/removal")
            let again = try await guest.get(page)
            #expect(again.contains("Fatto: gli avvisi sono spenti."))
            #expect(!again.contains("Spegni gli avvisi"))
        }
        expect(try await house.devices().count, is: 0)
        let acts = try await house.database.read {
            try String.fetchAll($0, sql: "SELECT action FROM audit WHERE action LIKE 'house.push.%' ORDER BY id")
        }
        #expect(acts == ["house.push.on", "house.push.on", "house.push.on", "house.push.off"])
    }

    @Test(arguments: [
        "http://93.184.215.14/p", "https://127.0.0.1/p", "https://localhost/p", "https://10.0.0.7/p", "https://[::1]/p",
        "https://169.254.169.254/latest", "https://a:b@93.184.215.14/p", "ftp://93.184.215.14/p", "", "https://①②⑦.0.0.1/",
    ])
    func noAddressIsTakenThatNoPushServiceGives(address: String) async throws {
        try await house.live(1) { _, guests in
            let refused = try await guests[0].post(page, fields(address))
            #expect(refused.status == 422)
            #expect(refused.contains("Non ha funzionato: l’indirizzo"))
        }
        expect(try await house.devices().count, is: 0)
    }

    @Test func withoutTheEducatorsChoiceThereIsNothingToSwitch() async throws {
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/guests/1/living", [("notices", "banner")])
            let away = try await guests[0].get(page)
            #expect(away.location == "/house/notices")
            let link = try await guests[0].get("/house/notices")
            #expect(!link.contains(page))
            let refused = try await guests[0].post(page, fields("https://93.184.215.14/p/1"))
            #expect(refused.status == 404)
        }
        expect(try await house.devices().count, is: 0)
    }

    @Test func anEducatorWhoTriesThePagesDoesNotSpeakForTheGuest() async throws {
        try await house.browse(devices: 0) { educator, _ in
            try await educator.post("/house/guests/1/entry", [("try", "yes")])
            let shown = try await educator.get(page)
            #expect(shown.contains("Stai provando le pagine di un ospite."))
            #expect(!shown.contains("Accendi gli avvisi"))
            let refused = try await educator.post(page, fields("https://93.184.215.14/p/1"))
            #expect(refused.status == 404)
        }
    }

    @Test func severalGuestsOfOneBrowserDecideEachForHimself() async throws {
        try await house.live(1) { _, guests in
            let browser = guests[0]
            try await browser.post(page, fields("https://93.184.215.14/p/1"))
            try await house.database.write { try $0.execute(sql: "UPDATE guest SET entry = 'none'") }
            try await browser.post("/house/guests/2/entry")
            let other = try await browser.get(page)
            #expect(other.status == 200)
            #expect(!other.contains("Spegni gli avvisi"))
            try await browser.post(page, fields("https://93.184.215.14/p/1"))
            expect(try await house.devices().map(\.guestID), is: [1, 2])
            try await browser.post(page + "/removal")
            expect(try await house.devices().map(\.guestID), is: [1])
        }
    }

    @Test func aNewAddressIsTakenOnlyFromTheBrowserThatHadTheOldOne() async throws {
        let (old, new) = ("https://93.184.215.14/p/1", "https://93.184.215.14/p/2")
        try await house.live(1, 1) { _, guests in
            try await guests[0].post(page, fields(old))
            try await guests[0].post("/house/exit")
            for (browser, known, address, status) in [
                (guests[1], old, new, 404), (guests[0], new, new, 404), (guests[0], old, "https://127.0.0.1/p", 404),
                (guests[0], old, new, 204),
            ] {
                let answer = try await browser.post(page + "/renewal", [("old", known)] + fields(address))
                #expect(answer.status == status)
            }
        }
        expect(try await house.devices().map(\.address), is: [new])
    }

    @Test func anEducatorSeesTheDevicesOfTheHouseAndRemovesOne() async throws {
        try await house.live(1) { educator, guests in
            let empty = try await educator.get("/admin/house/notice-devices")
            #expect(empty.status == 200)
            #expect(empty.contains("Nessun dispositivo dà ancora avvisi."))
            try await guests[0].post(page, fields("https://93.184.215.14/p/1"))
            let list = try await educator.get("/admin/house/notice-devices")
            #expect(list.contains("Anna"))
            #expect(list.contains("Firefox, Linux"))
            #expect(list.contains("ancora nessuno"))
            #expect(!list.contains("93.184.215.14"))
            try await house.site.browse(as: "educator-blu") { browsers in
                let foreign = try await browsers[0].post("/admin/house/notice-devices/1/removal")
                #expect(foreign.status == 404)
            }
            let removed = try await educator.post("/admin/house/notice-devices/1/removal")
            #expect(removed.status == 303)
            let after = try await guests[0].get(page)
            #expect(!after.contains("Spegni gli avvisi"))
        }
        expect(try await house.devices().count, is: 0)
        expect(try await house.site.value("SELECT count(*) FROM audit WHERE action = 'house.push.remove'", as: Int.self), is: 1)
    }

    @Test func aDeviceIsNotedAsUsedAtMostOnceAnHour() async throws {
        try await house.live(1) { _, guests in
            try await guests[0].post(page, fields("https://93.184.215.14/p/1"))
            try await house.database.write { try $0.execute(sql: "UPDATE pushDevice SET seenAt = ?", arguments: [Date.now - 7200]) }
            let start = Date.now
            try await guests[0].get("/house/home")
            let seen = try await house.devices()[0].seenAt
            #expect(seen > start - 1)
            try await guests[0].get("/house/home")
            expect(try await house.devices()[0].seenAt, is: seen)
        }
    }

    @Test func aBrowserThatLeavesTheHouseTellsNothingMore() async throws {
        try await house.live(1) { educator, guests in
            try await guests[0].post(page, fields("https://93.184.215.14/p/1"))
            try await educator.post("/admin/house/living/devices/1/ending")
        }
        expect(try await house.devices().count, is: 0)
    }

    @Test func theKeyIsMadeOnceAndIsInNoPage() async throws {
        try await house.live(1, 2) { educator, guests in
            let first = try await guests[0].get(page)
            let key = try await house.database.read { try #require(try PushKey.existing($0)) }
            #expect(first.contains(key.publicText))
            let second = try await guests[0].get(page)
            #expect(second.contains(key.publicText))
            #expect(!second.contains(key.key.rawRepresentation.base64URL))
        }
        expect(try await house.site.value("SELECT count(*) FROM pushKey", as: Int.self), is: 1)
    }

    @Test func theWorkerIsServedFresh() async throws {
        try await house.site.browse(as: "") { browsers in
            let worker = try await browsers[0].get("/house/worker.js")
            #expect(worker.headers[.cacheControl] == "no-cache")
            #expect(worker.headers[.contentType]?.hasPrefix("text/javascript") == true)
            #expect(worker.headers[.init("Service-Worker-Allowed")!] == "/house")
            #expect(worker.contains("${self.assets}/js/push-worker.js"))
            let assets = try #require(worker.text.firstMatch(of: #/self\.assets = "(.+)"/#)).1
            let part = try await browsers[0].get(assets + "/js/push-worker.js")
            #expect(part.status == 200)
            #expect(part.contains("notificationclick"))
        }
    }
}
