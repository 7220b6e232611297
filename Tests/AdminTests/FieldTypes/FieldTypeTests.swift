import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// What each type of field takes from a form and stores, and what it says when it takes something else.
@Suite struct FieldTypeTests {
    private static let seller = ["name": "Forno", "radius": "300"]
    private static let book = ["name": "Riso", "copies": "1", "ordering": "10"]
    private static let evening = ["name": "Festa", "starts": "2030-03-02T17:00"]
    private static let library = ["name": "Biblioteca Verde", "language": "it", "zone": "Europe/Rome"]

    /// The form with one field typed otherwise.
    private static func sent(_ path: String, _ field: String, _ typed: String) -> [String: String] {
        let form = ["sellers": seller, "books": book, "evenings": evening, "libraries": library][path] ?? [:]
        return form.merging([field: typed]) { $1 }
    }

    private static let columns = ["sellers": "seller", "books": "book", "evenings": "evening", "libraries": "library"]

    @Test(arguments: [
        ("sellers", "phone", " 0862 123-456 ", "0862 123-456"), ("sellers", "phone", "", ""),
        ("sellers", "place", "42,35 13,4", "42.35000, 13.40000"), ("sellers", "place", "42.35120, 13.39900", "42.35120, 13.39900"),
        ("sellers", "radius", "2.000", "2000"),
        ("books", "price", "1,60", "160"), ("books", "price", "1.234,50", "123450"), ("books", "price", "3", "300"),
        ("books", "copies", "0", "0"), ("books", "copies", "9.999", "9999"),
        ("evenings", "starts", "2030-07-02T17:00", "2030-07-02 15:00:00.000"),
        ("evenings", "starts", "2030-01-02T17:00", "2030-01-02 16:00:00.000"),
        ("evenings", "website", "https://www.example.org/a?b=c", "https://www.example.org/a?b=c"),
        ("evenings", "text", "**Ciao**\r\n\r\n- uno", "**Ciao**\n\n- uno"),
        ("libraries", "zone", "America/New_York", "America/New_York"), ("libraries", "language", "en", "en"),
    ])
    func takesWhatPeopleType(_ path: String, _ field: String, _ typed: String, _ stored: String) async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            let answer = try await browsers[0].post("/admin/sample/" + path, Self.sent(path, field, typed))
            #expect(answer.status == 303, "\(answer.text.suffix(3_000))")
        }
        let table = try #require(Self.columns[path])
        expect(try await site.value("SELECT CAST(\(field) AS TEXT) FROM \(table) ORDER BY id DESC LIMIT 1", as: String.self), is: stored)
    }

    @Test(arguments: [
        ("sellers", "name", "", "Scrivi qualcosa: questo campo serve."),
        ("sellers", "phone", "telefono", "Scrivi un numero di telefono, per esempio 0862 123456."),
        ("sellers", "place", "L’Aquila", "Scrivi latitudine e longitudine, per esempio 42,35120 13,39900."),
        ("sellers", "place", "91, 13", "Scrivi latitudine e longitudine, per esempio 42,35120 13,39900."),
        ("sellers", "radius", "49", "Scrivi un numero intero da 50 a 2.000."),
        ("sellers", "radius", "trecento", "Scrivi un numero intero da 50 a 2.000."),
        ("books", "price", "poco", "Scrivi un prezzo da"), ("books", "price", "-1", "Scrivi un prezzo da"),
        ("books", "shelf", "99", "Quello che avevi scelto non c’è più: scegli di nuovo."),
        ("books", "topics", "99", "Quello che avevi scelto non c’è più: scegli di nuovo."),
        ("evenings", "starts", "", "Scrivi"), ("evenings", "starts", "domani", "Scrivi giorno e ora"),
        ("evenings", "ends", "2030-03-02T16:00", "Scrivi giorno e ora"),
        ("evenings", "website", "javascript:alert(1)", "Scrivi un indirizzo intero"),
        ("libraries", "zone", "Luna/Mare", "Scrivi un fuso orario, per esempio Europe/Rome."),
        ("libraries", "language", "xx", "Scegli una delle possibilità."),
    ])
    func refusesTheRestAtTheFieldAndKeepsIt(_ path: String, _ field: String, _ typed: String, _ sentence: String) async throws {
        let site = try await SampleSite()
        let table = try #require(Self.columns[path])
        let before = try await site.value("SELECT count(*) FROM \(table)", as: Int.self)
        try await site.browse(as: "admin") { browsers in
            let answer = try await browsers[0].post("/admin/sample/" + path, Self.sent(path, field, typed))
            #expect(answer.status == 422)
            #expect(answer.contains("#f-\(field)"))
            #expect(answer.contains(sentence))
            if !typed.isEmpty, !["99", "xx"].contains(typed) { #expect(answer.contains("value=\"\(typed)\"")) }
        }
        expect(try await site.value("SELECT count(*) FROM \(table)", as: Int.self), is: before)
    }

    @Test func aFlagIsOffWhenItsBoxIsNotTicked() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/sample/sellers", Self.seller.merging(["published": "yes"]) { $1 })
            expect(try await site.value("SELECT published FROM seller", as: Int.self), is: 1)
            try await browsers[0].post("/admin/sample/sellers/1", Self.seller.merging(["version": "1"]) { $1 })
            expect(try await site.value("SELECT published FROM seller", as: Int.self), is: 0)
        }
    }

    @Test func aFieldNamedAsAKeywordOfTheDatabaseIsLikeAnyOther() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let list = "/admin/sample/readers"
            try await browsers[0].post(list, [("name", "Anna"), ("group", "Lunedì"), ("active", "yes")])
            try await browsers[0].post(list, [("name", "Bruno"), ("group", "Martedì"), ("active", "yes")])
            for (query, found) in [("?group=lune", ["Anna"]), ("?sort=-group", ["Bruno", "Anna"]), ("?q=martedi", ["Bruno"])] {
                let page = try await browsers[0].get(list + query)
                #expect(names(page.text) == found, "\(query)")
            }
        }
    }
}
