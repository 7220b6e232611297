import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin
@testable import AdminTestSupport

/// What each row of a file becomes: a new record, a changed one, none, or a refusal.
@Suite struct ImportRuleTests {
    private static let books = "/admin/sample/books"

    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, 100), ("Latte", 3, 150)])
        return site
    }

    @Test func anEmptyCellLeavesTheFieldUnlessAPersonSaysOtherwise() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let text = "Nome;Prezzo\nRiso;\n"
            let (_, kept) = try await browsers[0].tryFile(Self.books, text: text)
            #expect(counts(kept) == ["same": 1])
            let (address, cleared) = try await browsers[0].tryFile(Self.books, text: text, [("empty", "clear")])
            #expect(counts(cleared) == ["changed": 1])
            try await browsers[0].confirmFile(address, cleared)
            expect(try await site.value("SELECT group_concat(name) FROM book WHERE price IS NULL", as: String.self), is: "Riso")
        }
    }

    @Test func recordsThatAreThereMayBeLeftAlone() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let text = "Nome;Prezzo\nRiso;2,00\nUva;1,00\n"
            let (address, trial) = try await browsers[0].tryFile(Self.books, text: text, [("existing", "leave")])
            #expect(counts(trial) == ["left": 1, "new": 1])
            try await browsers[0].confirmFile(address, trial)
            expect(try await site.value("SELECT price FROM book WHERE name = 'Riso'", as: Int.self), is: 100)
            expect(try await site.value("SELECT price FROM book WHERE name = 'Uva'", as: Int.self), is: 100)
        }
    }

    @Test func aKeyFindsARecordWhoseNameChanges() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let text = "Chiave;Nome;Copie\nriso;Riso integrale;7\nNUOVO;Uva;1\npere;Pere;2\n"
            let (address, trial) = try await browsers[0].tryFile(Self.books, text: text)
            #expect(counts(trial) == ["changed": 1, "refused": 1, "new": 1])
            try await browsers[0].confirmFile(address, trial)
            expect(try await site.value("SELECT name FROM book WHERE key = 'riso'", as: String.self), is: "Riso integrale")
            expect(try await site.value("SELECT name FROM book WHERE key = 'pere'", as: String.self), is: "Pere")
            expect(try await site.value("SELECT count(*) FROM book WHERE name = 'Uva'", as: Int.self), is: 0)
        }
    }

    @Test func aSecondRowAboutARecordIsRefused() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let (_, trial) = try await browsers[0].tryFile(Self.books, text: "Nome;Copie\nRiso;2\nRISO;3\n")
            #expect(counts(trial) == ["changed": 1, "refused": 1])
        }
    }

    @Test func aRowWithMoreCellsThanColumnsIsRefused() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let (_, trial) = try await browsers[0].tryFile(Self.books, text: "Nome;Copie\nUva;1;x\nPere;2;\n")
            #expect(counts(trial) == ["refused": 1, "new": 1])
        }
    }

    @Test func aChoiceIsFoundByItsName() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let text = "Nome;Difficoltà;Persone\nVisita;Difficile;3\nAltra;boh;3\nTerza;facile;0\n"
            let (address, trial) = try await browsers[0].tryFile("/admin/sample/tours", text: text)
            #expect(counts(trial) == ["new": 1, "refused": 2])
            try await browsers[0].confirmFile(address, trial)
            expect(try await site.value("SELECT name || level || people FROM tour", as: String.self), is: "Visitahard3")
        }
    }
}
