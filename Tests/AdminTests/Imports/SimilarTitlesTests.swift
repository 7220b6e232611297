import AdminTestSupport
import GRDB
import Testing

@testable import Admin
@testable import AdminTestSupport

/// Titles that are nearly those of records: proposed with a reason, never taken without a person.
@Suite struct SimilarTitlesTests {
    private func like(_ title: String, among titles: [String], scope: Int64 = SampleSite.rossa) async throws -> [ImportNotes.SimilarRecord]
    {
        let site = try await SampleSite()
        try await site.addBooks(titles.map { ($0, 1, nil) })
        return try await site.form(scope: scope) { try SimilarTitles(of: SampleBook.self, $0).like(title) }
    }

    @Test(arguments: [
        ("Olio di oliva", "Olio d'oliva", "signs", 99), ("olio, d’oliva", "Olio d'oliva", "signs", 99),
        ("Pane e latte", "Latte e pane", "order", 95), ("Uovo", "Uova", "endings", 90), ("Tomatoes", "Tomato", "endings", 90),
        ("Il pane", "Pane", "signs", 99),
    ])
    func aTitleIsFoundWithTheReason(_ typed: String, _ known: String, _ reason: String, _ percent: Int) async throws {
        let found = try await like(typed, among: [known, "Altro"])
        #expect(found.map(\.title) == [known])
        #expect(found.map(\.reason) == [reason])
        #expect(found.map(\.percent) == [percent])
    }

    @Test(arguments: ["Pane", "Olio", "Olio d'oliva extra", "", "di"])
    func aTitleWithOtherWordsIsAnother(_ typed: String) async throws {
        let found = try await like(typed, among: ["Olio d'oliva", "Uova"])
        #expect(found.isEmpty)
    }

    @Test func theBestComeFirstAndNoMoreThanThree() async throws {
        let found = try await like("uova", among: ["Uovo", "Uovi", "Uove", "L'uova"])
        #expect(found.count == 3)
        #expect(found.first?.title == "L'uova")
        #expect(found.map(\.percent) == [99, 90, 90])
    }

    @Test func titlesOfAnotherLibraryAndOfTheTrashAreNotProposed() async throws {
        let elsewhere = try await like("Uovo", among: ["Uova"], scope: SampleSite.blu)
        #expect(elsewhere.isEmpty)
        let site = try await SampleSite()
        try await site.addBooks([("Uova", 1, nil)])
        try await site.database.write { try $0.execute(sql: "UPDATE book SET deletedAt = '2026-01-01'") }
        let trashed = try await site.form { try SimilarTitles(of: SampleBook.self, $0).like("Uovo") }
        #expect(trashed.isEmpty)
    }
}
