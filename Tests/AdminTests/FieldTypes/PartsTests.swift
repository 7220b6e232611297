import AdminTestSupport
import GRDB
import Testing

@testable import Admin

/// The ordered parts of a record: how many there may be, which are dropped, and whose they are.
@Suite struct PartsTests {
    private static let tours = "/admin/sample/tours"
    private static let tour = [("name", "Visita"), ("level", "easy"), ("people", "2"), ("scope", "1")]

    private static func stops(_ texts: [String]) -> [(String, String)] {
        texts.enumerated().flatMap { index, text in
            [("stops.\(index).id", ""), ("stops.\(index).text", text), ("stops.\(index).timer", "none")]
        }
    }

    private static let texts = "SELECT group_concat(text, '|') FROM (SELECT text FROM tourStop WHERE tour = 1 ORDER BY position)"

    @Test func moreThanTheLimitAreRefusedAndKept() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let most = Self.tour + Self.stops((1...60).map { "Tappa \($0)" })
            expect(try await browsers[0].post(Self.tours, most).status, is: 303)
            let tooMany = [("name", "Altra")] + Self.tour.dropFirst() + Self.stops((1...61).map { "Tappa \($0)" })
            let refused = try await browsers[0].post(Self.tours, tooMany)
            #expect(refused.status == 422)
            #expect(refused.contains("Sono troppi: al massimo 60."))
            #expect(refused.contains("Tappa 61"))
        }
        expect(try await site.value("SELECT count(*) FROM tour", as: Int.self), is: 1)
    }

    @Test func thePartOfAnotherRecordIsNotTakenAway() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.tours, Self.tour + Self.stops(["Guarda."]))
            let other =
                [("name", "Altra")] + Self.tour.dropFirst() + [("stops.0.id", "1"), ("stops.0.text", "Mia."), ("stops.0.timer", "none")]
            try await browsers[0].post(Self.tours, Array(other))
        }
        expect(try await site.value(Self.texts, as: String.self), is: "Guarda.")
        expect(try await site.value("SELECT count(*) FROM tourStop WHERE id = 1 AND tour = 1", as: Int.self), is: 1)
    }

    @Test func twoListsOfOneTableStayApart() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, nil), ("Mappa", 1, nil)])
        try await site.browse(as: "librarian") { browsers in
            let both = [("books.0.id", ""), ("books.0.book", "1"), ("atlases.0.id", ""), ("atlases.0.book", "2")]
            expect(try await browsers[0].post(Self.tours, Self.tour + both).status, is: 303)
            expect(
                try await site.value("SELECT group_concat(kind || book) FROM (SELECT * FROM tourBook ORDER BY id)", as: String.self),
                is: "book1,atlas2")
            let form = try #require(try await browsers[0].get(Self.tours + "/1").form(to: Self.tours + "/1"))
            let without = form.filled().filter { !$0.0.hasPrefix("books.") } + [("act", "save")]
            expect(try await browsers[0].post(Self.tours + "/1", without).status, is: 303)
            expect(try await site.value("SELECT group_concat(kind || book) FROM tourBook", as: String.self), is: "atlas2")
        }
    }

    @Test func anErrorNamesThePartAndItsField() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let fields =
                Self.tour + Self.stops(["Guarda."]) + [
                    ("stops.1.id", ""), ("stops.1.text", String(repeating: "a", count: 501)), ("stops.1.timer", "none"),
                ]
            let refused = try await browsers[0].post(Self.tours, fields)
            #expect(refused.status == 422)
            #expect(refused.contains("Tappa 2"))
            #expect(refused.contains("È troppo lungo: al massimo 500 caratteri."))
            #expect(refused.contains("#f-stops-1-text"))
        }
    }
}
