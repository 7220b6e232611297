import AdminTestSupport
import GRDB
import Testing

@testable import Admin

@Suite struct StaleVersionTests {
    private let books = "/api/v1/sample/books"

    @Test func aRefusalNamesWhatOthersChangedAndWho() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { [self] programs in
            let program = programs[0]
            let (id, tag) = try await program.make(books, #"{"name": "Riso", "price": 100, "copies": 2}"#)
            let address = "\(books)/\(id)"
            try await program.call(.patch, address, #"{"price": 200}"#, match: tag)
            // Another field, and still no: the program has not seen the version that it would write over.
            for method in [HTTPMethods.put, .patch, .delete] {
                let body = method == .delete ? nil : #"{"name": "Riso", "price": 100, "copies": 9}"#
                let stale = try await program.call(method, address, body, match: tag)
                let changed = try #require(stale.json["changed"]?.list)
                #expect(stale.status == 412)
                #expect(stale.headers[.eTag] == "\"2\"")
                try #require(changed.count == 1)
                #expect(changed[0]["field"]?.text == "price")
                #expect(changed[0]["by"]?.text?.hasPrefix("Bibliotecario Blu") == true)
                #expect(changed[0]["at"]?.text != nil)
            }
            let unknown = try await program.call(.patch, address, #"{"copies": 9}"#, match: "\"9223372036854775807\"")
            #expect(unknown.status == 412)
            #expect(unknown.json["changed"] == nil)
            let seen = try await program.call(.patch, address, #"{"copies": 9}"#, match: "\"2\"")
            #expect(seen.json["price"]?.number == 200)
            #expect(seen.json["copies"]?.number == 9)
        }
    }

    @Test func newPartsHaveTheirNumbersInTheHistory() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let made = try await programs[0].make("/api/v1/sample/tours", #"{"name": "Zuppa", "stops": [{"text": "Bolli."}]}"#)
            #expect(made.id == 1)
            let path = "SELECT fields ->> '$.stops[0].id' FROM revision ORDER BY id DESC LIMIT 1"
            expect(try await site.value(path, as: Int.self) == 1)
            // A new one in front of those that are there takes none of their numbers.
            let stops = #"{"stops": [{"text": "Lava."}, {"id": 1, "text": "Bolli."}]}"#
            let changed = try await programs[0].call(.patch, "/api/v1/sample/tours/1", stops, match: made.tag)
            #expect(changed.status == 200)
            #expect(changed.json["stops"]?.list?.compactMap { $0["id"]?.number } == [2, 1])
        }
    }
}
