import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

private let books = "/api/v1/sample/books"

@Suite struct ResourceAPITests {
    @Test func aRecordIsMadeReadChangedDeletedAndBroughtBack() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let program = programs[0]
            let made = try await program.call(.post, books, #"{"name": "Riso", "price": 160, "copies": 2}"#)
            #expect(made.status == 201)
            #expect(made.headers[.eTag] == "\"1\"")
            let address = try #require(made.location)
            #expect(made.json["scope"]?.number == Int(SampleSite.blu))
            #expect(made.json["price"]?.number == 160)
            #expect(made.json["key"]?.text == "riso")

            let read = try await program.call(.get, address)
            #expect(read.json == made.json)
            var headers = HTTPFieldsOf.token(program.secret)
            headers[.ifNoneMatch] = "\"1\""
            let same = try await program.browser.call(.get, address, headers: headers)
            #expect(same.status == 304)
            #expect(same.text.isEmpty)

            let changed = try await program.call(.patch, address, #"{"price": 190}"#, match: "\"1\"", type: "application/merge-patch+json")
            #expect(changed.status == 200)
            #expect(changed.headers[.eTag] == "\"2\"")
            #expect(changed.json["price"]?.number == 190)
            #expect(changed.json["copies"]?.number == 2)
            let emptied = try await program.call(.patch, address, #"{"price": null}"#, match: "W/\"2\"")
            #expect(emptied.json["price"]?.isNull == true)
            #expect(emptied.json["copies"]?.number == 2)
            let replaced = try await program.call(.put, address, #"{"name": "Riso", "price": 170}"#, match: "*")
            #expect(replaced.json["price"]?.number == 170)
            #expect(replaced.json["copies"]?.number == 0)

            let gone = try await program.call(.delete, address, match: "\"4\"")
            #expect(gone.status == 204)
            #expect(gone.text.isEmpty)
            let missing = try await program.call(.get, address)
            #expect(missing.status == 404)
            let back = try await program.call(.post, address + "/restoration")
            #expect(back.status == 200)
            #expect(back.headers[.eTag] == "\"6\"")
        }
        let acts = try await site.database.read { try String.fetchAll($0, sql: "SELECT act FROM revision ORDER BY id") }
        #expect(acts == ["create", "update", "update", "update", "delete", "restore"])
        let audit = "FROM audit WHERE action = 'sample.books.update' ORDER BY id LIMIT 1"
        expect(try await site.value("SELECT actor \(audit)", as: String.self)?.hasPrefix("Bibliotecario Blu (ptc_") == true)
        expect(try await site.value("SELECT detail \(audit)", as: String.self)?.contains("price") == true)
    }

    @Test func nothingIsWrittenOverAVersionThatWasNotSeen() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let program = programs[0]
            let (id, tag) = try await program.make(books, #"{"name": "Riso"}"#)
            let address = "\(books)/\(id)"
            for method in [HTTPMethods.put, .patch, .delete] {
                let body = method == .delete ? nil : #"{"name": "Pane"}"#
                let missing = try await program.call(method, address, body)
                #expect(missing.status == 428)
                #expect(missing.problem == "noVersion")
                for tag in ["1", "{}", "\"1", "*, \"1\"", ","] {
                    let broken = try await program.call(method, address, body, match: tag)
                    #expect([400, 428].contains(broken.status), "\(tag): \(broken.status)")
                }
                let stale = try await program.call(method, address, body, match: "\"7\"")
                #expect(stale.status == 412)
                #expect(stale.problem == "stale")
                #expect(stale.headers[.eTag] == tag)
            }
            let untouched = try await program.call(.get, address)
            #expect(untouched.json["name"]?.text == "Riso")
            #expect(untouched.headers[.eTag] == tag)
        }
    }

    @Test func whatIsSentBackUnchangedLeavesNoTrace() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let program = programs[0]
            let (rice, _) = try await program.make(books, #"{"name": "Riso"}"#)
            let tour = #"""
                {"name": "Risotto", "books": [{"book": \#(rice), "amount": "due tazze"}], "level": "medium",
                 "stops": [{"text": "Scalda."}, {"text": "Aspetta.", "timer": "down", "time": 90}]}
                """#
            let made = try await program.call(.post, "/api/v1/sample/tours", tour)
            #expect(made.status == 201, "\(made.text)")
            let seller = try await program.call(.post, "/api/v1/sample/sellers", #"{"name": "Forno", "place": "42.35, 13.4"}"#)
            #expect(seller.json["place"]?.text == "42.35000, 13.40000")
            for answer in [made, seller] {
                let again = try await program.call(.put, answer.location ?? "", answer.text, match: answer.headers[.eTag])
                #expect(again.status == 200, "\(again.text)")
                #expect(again.json == answer.json, "\(again.text)")
            }
            #expect(made.json["stops"]?.list?[1]["time"]?.number == 90)
        }
        let revisions = try await site.value("SELECT count(*) FROM revision", as: Int.self)
        #expect(revisions == 3)
    }

    @Test func everyRuleOfTheFormHoldsAndSaysSoAtTheValue() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            var program = programs[0]
            try await program.make(books, #"{"name": "Riso"}"#)
            let bad = try await program.call(
                .post, books, #"{"name": "", "copies": 10000, "price": -1, "published": "yes", "topics": [99], "colour": 1}"#)
            #expect(bad.status == 422)
            #expect(bad.problem == "invalid")
            #expect(bad.headers[.contentType] == "application/problem+json")
            #expect(Set(bad.errors.keys) == ["/name", "/copies", "/price", "/published", "/topics", "/colour"])
            #expect(bad.errors["/published"] == "This must be true or false.")
            let tour = try await program.call(
                .post, "/api/v1/sample/tours",
                #"{"name": "R", "people": 2.5, "level": "mad", "stops": [{"text": "a"}, {"timer": "down", "text": "b", "x~/y": 1}, 3, {"text": "c", "timer": "down"}]}"#
            )
            #expect(Set(tour.errors.keys) == ["/people", "/level", "/stops/1/x~0~1y", "/stops/2"])
            let stops = try await program.call(
                .post, "/api/v1/sample/tours", #"{"name": "R", "stops": [{"text": "a"}, {"text": "b", "timer": "down"}, {}]}"#)
            #expect(Set(stops.errors.keys) == ["/stops/1/time", "/stops/2/text"])
            let taken = try await program.call(.post, books, #"{"name": "riso"}"#)
            #expect(taken.status == 422)
            #expect(taken.errors["/name"]?.isEmpty == false)
            program.language = "it"
            let italian = try await program.call(.post, books, #"{"name": 3}"#)
            #expect(italian.errors["/name"] == "Qui va un testo.")
            #expect(italian.json["title"]?.text == "Valori da correggere")
        }
        let count = try await site.value("SELECT count(*) FROM book", as: Int.self)
        #expect(count == 1)
    }

    /// An empty form begins with the next full hour, which no program has sent.
    @Test func aMomentThatIsNeededAndWasNotSentIsNotTakenFromTheClock() async throws {
        let site = try await SampleSite()
        try await site.run(as: "admin") { programs in
            let (program, evenings) = (programs[0], "/api/v1/sample/evenings")
            let late = #"{"name": "Festa", "ends": "2020-03-02T17:00:00Z"}"#
            let bare = try await program.call(.post, evenings, late)
            let null = try await program.call(.post, evenings, late.replacing("{", with: #"{"starts": null, "#))
            for refused in [bare, null] {
                // Nor is its end compared with that hour.
                #expect(refused.status == 422, "\(refused.text)")
                #expect(Array(refused.errors.keys) == ["/starts"], "\(refused.text)")
            }
            let whole = try await program.make(evenings, late.replacing("{", with: #"{"starts": "2020-03-02T15:00:00Z", "#)).id
            let address = "\(evenings)/\(whole)"
            let replaced = try await program.call(.put, address, late, match: "*")
            let emptied = try await program.call(.patch, address, #"{"starts": null}"#, match: "*")
            for refused in [replaced, emptied] {
                #expect(refused.status == 422, "\(refused.text)")
                #expect(Array(refused.errors.keys) == ["/starts"], "\(refused.text)")
            }
            let merged = try await program.call(.patch, address, #"{"name": "Festa grande"}"#, match: "*")
            #expect(merged.status == 200, "\(merged.text)")
            #expect(merged.json["starts"]?.text == "2020-03-02T15:00:00Z", "\(merged.text)")
        }
    }

    @Test func translationsComeAndGoByTheRulesOfTheirTexts() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let program = programs[0]
            let (id, _) = try await program.make(
                books, #"{"name": "Pane", "translations": {"en": {"name": {"text": "Bre\u0000ad", "of": "Pane"}}}}"#)
            let bread = try await program.call(.get, "\(books)/\(id)")
            #expect(bread.json["translations"]?["en"]?["name"]?["text"]?.text == "Bread", "\(bread.text)")
            let same = try await program.call(.put, "\(books)/\(id)", bread.text, match: "\"1\"")
            #expect(same.json == bread.json)
            let long = String(repeating: "x", count: 81)
            for (translations, pointer) in [
                (#"{"en": {"name": {"text": "\#(long)"}}}"#, "/translations/en/name"), (#"{"xx": {}}"#, "/translations/xx"),
                (#"{"en": {"price": {"text": "a"}}}"#, "/translations/en/price"), (#"{"en": {"name": {}}}"#, "/translations/en/name/text"),
                (#"{"en": {"name": 3}}"#, "/translations/en/name"), ("[]", "/translations"),
            ] {
                let refused = try await program.call(.patch, "\(books)/\(id)", #"{"translations": \#(translations)}"#, match: "*")
                #expect(refused.status == 422, "\(translations): \(refused.text)")
                #expect(refused.errors[pointer] != nil, "\(translations): \(refused.text)")
            }
            let gone = try await program.call(.patch, "\(books)/\(id)", #"{"translations": null}"#, match: "*")
            #expect(gone.json["translations"] == .object([]))
        }
    }

    @Test func whatIsInUseIsDeletedOnlyByForce() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let program = programs[0]
            let (seller, _) = try await program.make("/api/v1/sample/sellers", #"{"name": "Forno"}"#)
            try await program.make(books, #"{"name": "Pane", "sellers": [\#(seller)]}"#)
            let address = "/api/v1/sample/sellers/\(seller)"
            let refused = try await program.call(.delete, address, match: "*")
            #expect(refused.status == 409)
            #expect(refused.problem == "inUse")
            #expect(refused.json["uses"]?.list?.first?["title"]?.text == "Pane")
            let forced = try await program.call(.delete, address + "?force=true", match: "*")
            #expect(forced.status == 204)
        }
    }

    @Test func theSameChildCannotBeSentTwiceUnderOneId() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let program = programs[0]
            let made = try await program.call(.post, "/api/v1/sample/tours", #"{"name": "R", "stops": [{"text": "a"}]}"#)
            let step = made.json["stops"]?.list?.first?["id"]?.number ?? 0
            let body = #"{"stops": [{"id": \#(step), "text": "a"}, {"id": \#(step), "text": "b"}, {"id": 99999, "text": "c"}]}"#
            let twice = try await program.call(.patch, made.location ?? "", body, match: "*")
            #expect(twice.status == 200, "\(twice.text)")
            #expect(twice.json["stops"]?.list?.compactMap { $0["text"]?.text } == ["a", "b", "c"])
            #expect(Set(twice.json["stops"]?.list?.compactMap { $0["id"]?.number } ?? []).count == 3)
        }
    }
}
