import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin
@testable import House

/// The push notice at the end of a timer.
@Suite struct TimerCallTests {
    let house: GuestSite

    init() async throws { house = try await GuestSite() }

    private func start(_ seconds: Int, at now: Date) async throws {
        try await house.database.write { db in _ = try KitchenTimer.start(seconds, step: nil, of: 1, now: now, db) }
    }

    @Test func aClosedPageIsCalledAtTheEndAndNotBefore() async throws {
        let station = PushStation()
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            let now = Date.now
            // Five seconds ago it had five seconds to go.
            try await start(5, at: now - 5)
            expect(try await house.runner().runDue(now: now - 1), is: 0)
            expect(try await house.runner().runDue(now: now + 1), is: 1)
            expect(try await house.runner().runDue(now: now + 86_400), is: 0)
        }
        let call = try #require(station.calls.first)
        #expect(station.calls.count == 1)
        #expect(call["Urgency"] == "high")
        #expect(call["Topic"] == "timer-1")
        let notice = try station.keys.read(call.body)
        #expect(notice["title"]?.text == "Per Anna")
        #expect(notice["body"]?.text == "Il tempo è finito!")
        #expect(notice["kind"]?.text == "timer")
        #expect(notice["url"]?.text == "/house/timers")
        let device = try #require(try await house.devices().first)
        #expect(device.triedAt != nil)
        #expect(device.error == nil)
    }

    @Test func whatWasStoppedOrLengthenedIsNotCalledAtItsOldEnd() async throws {
        let station = PushStation()
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            let now = Date.now
            try await start(5, at: now - 5)
            try await start(5, at: now - 5)
            try await house.database.write { db in
                try KitchenTimer.end(1, of: 1, db)
                try KitchenTimer.lengthen(2, of: 1, now: now, db)
            }
            expect(try await house.runner().runDue(now: now + 1), is: 2)
            #expect(station.calls.isEmpty)
            let waiting = try await house.database.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM job WHERE kind = 'timer' AND state = 'waiting'")
            }
            #expect(waiting == 1)
        }
    }

    @Test func onlyGuestsWhoWantNoticesOnClosedPagesAreCalled() async throws {
        let station = PushStation()
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            try await house.database.write { try GuestPreferences.choose("banner", .notices, for: 1, house: 1, $0) }
            try await start(5, at: .now - 5)
            expect(try await house.runner().runDue(now: .now + 1), is: 0)
        }
        #expect(station.calls.isEmpty)
    }

    @Test func aBusyServiceIsCalledAgainForFiveMinutes() async throws {
        let station = PushStation(.serviceUnavailable)
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            let now = Date.now
            try await start(5, at: now - 5)
            expect(try await house.runner().runDue(now: now + 1), is: 1)
            expect(try await house.runner().runDue(now: now + 60), is: 1)
        }
        #expect(station.calls.count == 2)
        let old = TimerCall(timer: 1, device: 1, end: 0, messageID: "x")
        let none = try await house.database.read { try old.begin(at: .now, { _ in fatalError() }, $0) }
        #expect(none == nil)
    }
}
