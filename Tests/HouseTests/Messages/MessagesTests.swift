import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct MessagesTests {
    private let banner = "ha cambiato la lista della spesa."

    @Test func whoReadsTheListIsToldAndItsAuthorIsNot() async throws {
        let house = try await GuestSite()
        try await house.live(1, 1) { educator, guests in
            try await guests[0].post("/house/list/items", [("product", "1")])
            let own = try await guests[0].get("/house/home")
            #expect(!own.contains(banner))
            try await educator.post("/admin/house/lists/items", [("product", "2"), ("quantity", "3")])
            let told = try await guests[0].get("/house/home")
            #expect(told.contains("Educatrice \(banner)"))
            #expect(told.contains("Aggiorna"))
            #expect(told.contains("Non adesso"))
        }
        let others = try await house.database.read {
            try Int64.fetchAll($0, sql: "SELECT guestID FROM noticeDelivery WHERE noticeID = 1 ORDER BY guestID")
        }
        #expect(others == [2, 3])
    }

    @Test func editsOfHalfAMinuteMakeOneNotice() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, _ in
            for _ in 0..<5 { try await educator.post("/admin/house/lists/items", [("product", "2")]) }
        }
        let notices = try await house.site.value("SELECT count(*) FROM notice", as: Int.self)
        #expect(notices == 1)
        try await house.database.write { db in
            let list = try #require(try ShoppingList.existing(of: nil, house: 1, db))
            let author = NoticeAuthor(name: "Educatrice", account: try Int64.fetchOne(db, sql: "SELECT authorAccount FROM notice"))
            try Notice.listChanged(list, by: author, at: .now + 31, db)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM notice") == 2)
            try Notice.listChanged(list, by: NoticeAuthor(name: "Bruno", guest: 2), at: .now + 31, db)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM notice") == 3)
        }
    }

    @Test func whoAnsweredIsToldAgainWhenTheListChangesAgain() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/lists/items", [("product", "2")])
            let answer = try await guests[0].post("/house/notices/1/answer", [("answer", "dismiss"), ("next", "/house/home")])
            #expect(answer.location == "/house/home")
            let quiet = try await guests[0].get("/house/home")
            #expect(!quiet.contains(banner))
            try await educator.post("/admin/house/lists/items", [("product", "3")])
            let told = try await guests[0].get("/house/home")
            #expect(told.contains(banner))
        }
        let again = try await house.database.read { try Int64.fetchAll($0, sql: "SELECT guestID FROM noticeDelivery WHERE noticeID = 2") }
        #expect(again == [1])
    }

    @Test func aPageThatShowsTheListHasAnsweredWhatWasSaidAboutIt() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/lists/items", [("product", "2")])
            let list = try await guests[0].get("/house/list")
            #expect(list.contains("Pane"))
            #expect(!list.contains(banner))
        }
        let answer = try await house.site.value("SELECT answer FROM noticeDelivery WHERE guestID = 1", as: String.self)
        #expect(answer == "update")
    }

    @Test func whatWasSaidAboutAFinishedListIsAnsweredByTheEmptyOne() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/lists/items", [("product", "2")])
            try await house.database.write { try $0.execute(sql: "UPDATE shoppingList SET state = 'done', doneAt = '2026-01-02'") }
            let told = try await guests[0].get("/house/home")
            #expect(told.contains(banner))
            let empty = try await guests[0].get("/house/list")
            #expect(empty.contains("<h1"))
            #expect(!empty.contains(banner))
            let home = try await guests[0].get("/house/home")
            #expect(!home.contains(banner))
        }
    }

    @Test func theListAnswersWhatIsBehindAMessageAndShowsTheMessage() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/lists/items", [("product", "2")])
            try await educator.post("/admin/house/messages", [("text", "Alle 18 usciamo"), ("guest", "1")])
            let list = try await guests[0].get("/house/list")
            #expect(list.contains("Alle 18 usciamo"))
            try await guests[0].post("/house/notices/2/answer", [("answer", "dismiss")])
            let home = try await guests[0].get("/house/home")
            #expect(!home.contains(banner))
            #expect(!home.contains("Alle 18 usciamo"))
        }
    }

    @Test func updateLeadsToTheListFromAnywhere() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/lists/items", [("product", "2")])
            let answer = try await guests[0].post("/house/notices/1/answer", [("answer", "update"), ("next", "/house/home")])
            #expect(answer.location == "/house/list")
            let foreign = try await guests[0].post("/house/notices/1/answer", [("answer", "dismiss"), ("next", "//elsewhere.example")])
            #expect(foreign.location == "/house/home")
        }
    }

    @Test func anEducatorWritesToSomeAndSeesWhatBecameOfIt() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            let empty = try await educator.post("/admin/house/messages", [("text", "")])
            #expect(empty.status == 422)
            #expect(empty.contains("Scrivi il messaggio."))
            let sent = try await educator.post(
                "/admin/house/messages", [("text", "Alle 18 <usciamo> & mangiamo"), ("guest", "1"), ("guest", "4")])
            #expect(sent.status == 303)
            let before = try await educator.get("/admin/house/messages")
            #expect(before.contains("Anna: lo vede quando apre la sua pagina"))
            #expect(!before.contains("Dario"))
            let told = try await guests[0].get("/house/home")
            #expect(told.contains("Educatrice ti scrive: Alle 18 &lt;usciamo&gt; &amp; mangiamo"))
            let seen = try await educator.get("/admin/house/messages")
            #expect(seen.contains("Anna: visto"))
            try await guests[0].post("/house/notices/1/answer", [("answer", "dismiss")])
            let answered = try await educator.get("/admin/house/messages")
            #expect(answered.contains("Anna: letto"))
            let kept = try await guests[0].get("/house/notices")
            #expect(kept.contains("Educatrice ti scrive"))
        }
    }

    @Test(arguments: [["4"], ["99"], ["x"], []])
    func aMessageThatWouldReachNobodyIsRefusedAtTheField(guests: [String]) async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, _ in
            let refused = try await educator.post("/admin/house/messages", [("text", "Ciao")] + guests.map { ("guest", $0) })
            #expect(refused.status == 422)
            #expect(refused.contains("Scegli almeno una persona."))
            #expect(refused.contains("\nCiao</textarea>"))
            #expect(refused.contains("<fieldset class=\"field invalid\" aria-describedby=\"why-nobody\">"))
            #expect(!refused.contains("aria-invalid"))
        }
        let notices = try await house.site.value("SELECT count(*) FROM notice", as: Int.self)
        #expect(notices == 0)
    }

    @Test func whoWantsNoNoticesOfListsGetsNone() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/guests/1/living", [("notices", "off")])
            try await educator.post("/admin/house/lists/items", [("product", "2")])
            let home = try await guests[0].get("/house/home")
            #expect(!home.contains(banner))
        }
    }

    @Test func aListOfOnesOwnIsNobodyElsesNews() async throws {
        let house = try await GuestSite()
        try await house.live(1, 1) { educator, guests in
            try await educator.post("/admin/house/guests/1/living", [("ownList", "yes")])
            try await educator.post("/admin/house/lists/items", [("product", "2"), ("guest", "1")])
        }
        let told = try await house.database.read { try Int64.fetchAll($0, sql: "SELECT guestID FROM noticeDelivery") }
        #expect(told == [1])
    }

    @Test func openPagesOfTheHouseAreCalledOnceItIsInTheDatabase() async throws {
        let database = try DatabaseQueue()
        let broadcaster = HouseEventBroadcaster()
        var here = broadcaster.calls(for: 1).makeAsyncIterator()
        let elsewhere = broadcaster.calls(for: 2)
        #expect(broadcaster.count == 2)
        try? await database.write { db in
            broadcaster.tell(house: 1, after: db)
            throw CancellationError()
        }
        try await database.write { broadcaster.tell(house: 1, after: $0) }
        let call = await here.next()
        #expect(call == .news)
        withExtendedLifetime(elsewhere) {}
    }
}
