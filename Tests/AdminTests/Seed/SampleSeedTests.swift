import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// The sample system by its seed file, and back.
@Suite struct SampleSeedTests {
    private static let file = """
        site: { name: Biblioteche, language: it, zone: Europe/Rome, systems: [sample] }
        sample:
          libraries:
            - key: centrale
              name: Centrale
              address: Via Verdi 3
              language: en
              zone: Europe/London
              contents:
                topics:
                  - { key: arte, name: Arte, ordering: 10 }
                  - { key: pittura, name: Pittura, ordering: 20, partOf: arte }
                shelves:
                  - { key: primo, name: Primo ripiano, ordering: 10 }
                sellers:
                  - { key: alta, name: Alta, address: Piazza 1, phone: 0862 123456, place: [42.35, 13.4], radius: 500, published: false }
                books:
                  - key: giotto
                    name: Giotto
                    topics: [pittura, arte]
                    shelf: primo
                    copies: 3
                    price: 12.5
                    sellers: [alta]
                    published: false
                tours:
                  - key: prima
                    name: Prima visita
                    description: "Uno.\\n\\nDue."
                    topic: arte
                    level: hard
                    people: 4
                    minutes: 90
                    books: [{ book: giotto, amount: una copia }]
                    stops: [{ text: Guarda., timer: down, time: "1:30" }, { text: Ascolta. }]
                    published: true
                readers:
                  - { key: anna, name: Anna, group: Lunedì, active: false }
          evenings:
            - { key: festa, name: Festa, starts: 2030-01-01T18:00:00Z, ends: 2030-01-01T20:00:00Z, website: "https://www.example.org/", text: "**Ciao**" }
        """

    private func apply(_ file: String, _ site: SampleSite) async throws -> SeedPlan {
        let path = site.data + "/seed/seed.yaml"
        try FileManager.default.createDirectory(atPath: site.data + "/seed", withIntermediateDirectories: true)
        try Data(file.utf8).write(to: URL(fileURLWithPath: path))
        let portal = site.portal
        return try await portal.seed.apply(path, to: site.database, pictures: portal.admin.pictures, passwords: portal.passwords)
    }

    @Test func everyTypeOfFieldIsReadFromItsFile() async throws {
        let site = try await SampleSite()
        let plan = try await apply(Self.file, site)
        #expect(plan.added == 9)
        for (sql, expected) in [
            ("SELECT name || address || language || zone FROM library WHERE key = 'centrale'", "CentraleVia Verdi 3enEurope/London"),
            ("SELECT t.name || p.name FROM topic t JOIN topic p ON p.id = t.partOf", "PitturaArte"),
            ("SELECT phone || place || radius || published FROM seller", "0862 12345642.35000, 13.400005000"),
            ("SELECT b.copies || b.price || b.published || s.name FROM book b JOIN shelf s ON s.id = b.shelf", "312500Primo ripiano"),
            (
                "SELECT group_concat(name) FROM (SELECT t.name FROM bookTopic l JOIN topic t ON t.id = l.topic ORDER BY l.rowid)",
                "Pittura,Arte"
            ),
            ("SELECT level || people || minutes || published || description FROM tour", "hard4901Uno.\n\nDue."),
            ("SELECT group_concat(text || timer || time) FROM (SELECT * FROM tourStop ORDER BY position)", "Guarda.down90,Ascolta.none0"),
            ("SELECT kind || amount FROM tourBook", "bookuna copia"), ("SELECT \"group\" || active FROM reader", "Lunedì0"),
            ("SELECT starts || website || text FROM evening", "2030-01-01 18:00:00.000https://www.example.org/**Ciao**"),
        ] { expect(try await site.value(sql, as: String.self), is: expected) }
        let again = try await apply(Self.file, site)
        #expect(again.isNothing, "\(again)")
    }

    @Test func whatIsExportedMakesTheSameSite() async throws {
        let (first, second) = (try await SampleSite(), try await SampleSite())
        _ = try await apply(Self.file, first)
        let folder = first.data + "/exported"
        let notes = try await first.portal.seed.export(first.database, pictures: first.portal.admin.pictures, to: folder)
        #expect(notes.isEmpty, "\(notes)")
        let portal = second.portal
        _ = try await portal.seed.apply(
            folder + "/seed.yaml", to: second.database, pictures: portal.admin.pictures, passwords: portal.passwords)
        let tables = ["library", "topic", "shelf", "seller", "book", "tour", "tourBook", "tourStop", "reader", "evening"]
        for table in tables {
            let sql = "SELECT count(*) FROM \(table)"
            let counts = (try await first.value(sql, as: Int.self), try await second.value(sql, as: Int.self))
            #expect(counts.0 == counts.1, "\(table)")
        }
        let plan = try await portal.seed.plan(first.data + "/exported/seed.yaml", on: second.database, pictures: portal.admin.pictures)
        #expect(plan.isNothing, "\(plan)")
    }

    @Test(arguments: [
        ("copies: 3", "copies: 10000", "copies"), ("price: 12.5", "price: poco", "price"), ("shelf: primo", "shelf: secondo", "secondo"),
        ("level: hard", "level: mad", "mad"), ("radius: 500", "radius: 5", "radius"),
        ("timer: down, time: \"1:30\"", "timer: down", "countdown"),
        ("zone: Europe/London", "zone: Luna/Mare", "zone"), ("people: 4", "persons: 4", "persons"),
    ])
    func aMistakeIsNamedWithItsLine(_ right: String, _ wrong: String, _ named: String) async throws {
        let site = try await SampleSite()
        let before = try await site.value("SELECT count(*) FROM library", as: Int.self)
        let thrown = await #expect(throws: SeedRefused.self) { try await apply(Self.file.replacing(right, with: wrong), site) }
        let sentence = thrown?.description ?? ""
        let line = Self.file.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(right) } ?? 0
        #expect(sentence.contains("seed.yaml:\(line + 1):"), "\(sentence)")
        #expect(sentence.contains(named), "\(sentence)")
        expect(try await site.value("SELECT count(*) FROM library", as: Int.self), is: before)
    }
}
