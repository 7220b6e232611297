import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// What two people change at the same time in the parts of a record, and in its translations.
@Suite struct MergePartsTests {
    private static let tours = HistoryTests.tours

    private static func tour(_ stops: [(id: String, text: String)], version: Int? = nil, _ more: [(String, String)] = []) -> [(
        String, String
    )] {
        let base = [("name", "Zuppa"), ("level", "easy"), ("people", "2"), ("scope", "1")]
        let rows = stops.enumerated().flatMap { index, stop in
            [("stops.\(index).id", stop.id), ("stops.\(index).text", stop.text), ("stops.\(index).timer", "none")]
        }
        return base + rows + (version.map { [("version", String($0))] } ?? []) + more
    }

    private func withTour(_ test: @escaping @Sendable (SampleSite, Browser, Browser) async throws -> Void) async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin") { browsers in
            let made = try await browsers[0].post(Self.tours, Self.tour([("", "Lava."), ("", "Taglia."), ("", "Bolli.")]))
            #expect(made.status == 303)
            try await test(site, browsers[0], browsers[1])
        }
    }

    private static let stops = "SELECT group_concat(text, ' ') FROM (SELECT text FROM tourStop ORDER BY position)"

    @Test func partsAreMergedByTheirNumbers() async throws {
        try await withTour { site, librarian, admin in
            // One changes the first and adds at the end, the other takes the second away and changes the last.
            try await admin.post(
                Self.tours + "/1", Self.tour([("1", "Lava bene."), ("2", "Taglia."), ("3", "Bolli."), ("", "Servi.")], version: 1))
            let saved = try await librarian.post(Self.tours + "/1", Self.tour([("1", "Lava."), ("3", "Bolli piano.")], version: 1))
            #expect(saved.status == 303)
            expect(try await site.value(Self.stops, as: String.self), is: "Lava bene. Bolli piano. Servi.")
            expect(try await librarian.get(Self.tours).contains("ha cambiato, e resta così: Tappe"), is: true)
        }
    }

    @Test func anOrderIsMergedWithWhatOthersChanged() async throws {
        try await withTour { site, librarian, admin in
            try await admin.post(Self.tours + "/1", Self.tour([("1", "Lava."), ("2", "Taglia fine."), ("3", "Bolli.")], version: 1))
            let saved = try await librarian.post(
                Self.tours + "/1", Self.tour([("3", "Bolli."), ("1", "Lava."), ("2", "Taglia.")], version: 1))
            #expect(saved.status == 303)
            expect(try await site.value(Self.stops, as: String.self), is: "Bolli. Lava. Taglia fine.")
        }
    }

    @Test func aPartThatBothChangedIsAskedAtItself() async throws {
        try await withTour { site, librarian, admin in
            try await admin.post(
                Self.tours + "/1", Self.tour([("", "Prima."), ("1", "Lava."), ("2", "Taglia fine."), ("3", "Bolli.")], version: 1))
            let asked = try await librarian.post(
                Self.tours + "/1", Self.tour([("1", "Lava."), ("2", "Taglia grosso."), ("3", "Bolli piano.")], version: 1))
            #expect(asked.status == 409)
            #expect(asked.contains(#"name="stops.2.text.asked""#))
            #expect(asked.contains("Taglia fine."))
            #expect(asked.contains("Taglia grosso."))
            #expect(asked.contains("Prima."))
            let typed = [("4", "Prima."), ("1", "Lava."), ("2", "Taglia grosso."), ("3", "Bolli piano.")]
            let answered = Self.tour(typed, version: 2, [("stops.2.text.asked", "record"), ("stops.2.text.answer", "theirs")])
            // The question stays while rows are added.
            expect(
                try await librarian.post(Self.tours + "/1", answered + [("act", "stops.insert.0")]).contains(
                    #"name="stops.3.text.asked""#),
                is: true)
            expect(try await librarian.post(Self.tours + "/1", answered).status, is: 303)
            expect(try await site.value(Self.stops, as: String.self), is: "Prima. Lava. Taglia fine. Bolli piano.")
        }
    }

    @Test func aPartThatOneTookAwayAndOneChangedIsAskedAsAWhole() async throws {
        try await withTour { site, librarian, admin in
            try await admin.post(Self.tours + "/1", Self.tour([("1", "Lava."), ("3", "Bolli.")], version: 1))
            let asked = try await librarian.post(
                Self.tours + "/1", Self.tour([("1", "Lava."), ("2", "Taglia fine."), ("3", "Bolli.")], version: 1))
            #expect(asked.status == 409)
            #expect(asked.contains(#"name="stops.asked""#))
            #expect(asked.contains("Taglia fine."))
            expect(try await site.value(Self.stops, as: String.self), is: "Lava. Bolli.")
        }
    }

    @Test func translationsAreMergedTextByText() async throws {
        try await withTour { site, librarian, admin in
            try await site.database.write { db in
                var settings = try SiteSettings.load(db)
                settings.languages = [.english]
                try settings.save(db)
            }
            let address = Self.tours + "/1/translations/en"
            func texts(_ name: String, _ stop: String) -> [(String, String)] {
                [("version", "1"), ("t.name", name), ("t.stops.0.text", stop), ("t.stops.1.text", ""), ("t.stops.2.text", "")]
            }
            expect(try await admin.post(address, texts("Soup", "")).status, is: 303)
            expect(try await librarian.post(address, texts("", "Wash.")).status, is: 303)
            let said = "SELECT translations ->> '$.en.name.text' FROM tour"
            let stop = "SELECT translations ->> '$.en.text.text' FROM tourStop WHERE id = 1"
            expect(try await site.value(said, as: String.self), is: "Soup")
            expect(try await site.value(stop, as: String.self), is: "Wash.")
            let asked = try await librarian.post(address, texts("Broth", ""))
            #expect(asked.status == 409)
            #expect(asked.contains("Soup"))
            #expect(asked.contains(#"value="Broth""#))
            #expect(asked.contains(#"name="t.name.asked""#))
            #expect(!asked.contains(#"name="t.stops.0.text.asked""#))
            let answered = [
                ("version", "3"), ("t.name", "Broth"), ("t.name.asked", "record"), ("t.name.answer", "mine"), ("t.stops.0.text", "Wash."),
            ]
            expect(try await librarian.post(address, answered).status, is: 303)
            expect(try await site.value(said, as: String.self), is: "Broth")
            // The form of the record carries them along, and takes none back.
            expect(
                try await librarian.post(
                    Self.tours + "/1",
                    Self.tour([("1", "Lava bene."), ("2", "Taglia."), ("3", "Bolli.")], version: 1, [("translations", "{}")])
                ).status, is: 303)
            expect(try await site.value(said, as: String.self), is: "Broth")
        }
    }
}
