import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

@Suite struct TranslationTests {
    private let actor = Actor.system("test")

    /// A site that speaks English too, with one tour.
    private func site() async throws -> (site: SampleSite, tour: Int64) {
        let site = try await SampleSite()
        let id = try await site.database.write { db -> Int64 in
            var settings = try SiteSettings.load(db)
            settings.languages = [.english]
            try settings.save(db)
            var tour = SampleTour()
            tour.stamp.scopeID = SampleSite.rossa
            tour.name = "Riso in bianco"
            tour.stops = ["Metti l’acqua.", "Aspetta."].map { text in
                var stop = SampleStop()
                stop.text = text
                return stop
            }
            try tour.insert(db, by: actor)
            return try #require(tour.id)
        }
        return (site, id)
    }

    private func fields(_ version: Int, _ others: [(String, String)]) -> [(String, String)] {
        [("version", String(version)), ("act", "save-stay")] + others
    }

    /// The value of a hidden field of a page.
    private func hidden(_ name: String, _ page: Answer) -> String {
        let rest = page.text.split(separator: "name=\"\(name)\" value=\"", maxSplits: 1).dropFirst().first ?? ""
        return String(rest.prefix { $0 != "\"" }).replacing("&quot;", with: "\"").replacing("&#34;", with: "\"").replacing(
            "&#39;", with: "'")
    }

    @Test func aRecordAndItsPartsAreTranslatedOnAPageOfTheirOwnAndTheFormKeepsThem() async throws {
        let (site, id) = try await site()
        let address = "/admin/sample/tours/\(id)"
        try await site.browse(as: "librarian") { browsers in
            let page = try await browsers[0].get(address + "/translations/en")
            #expect(page.contains("Riso in bianco"))
            #expect(page.contains("name=\"t.stops.1.text\""))
            #expect(page.contains("manca"))
            let typed = [("t.name", "Plain rice"), ("t.stops.0.text", "Add the water."), ("t.stops.1.text", " ")]
            let saved = try await browsers[0].post(address + "/translations/en", fields(1, typed))
            #expect(saved.status == 303)
            let form = try await browsers[0].get(address)
            #expect(form.contains("1 testo da tradurre"))
            // The whole form goes back as the browser shows it.
            var whole = fields(2, [("name", "Riso in bianco"), ("description", "Facile."), ("level", "easy"), ("people", "2")])
            whole.append(("translations", hidden("translations", form)))
            for (index, stop) in ["Metti l’acqua.", "Aspetta."].enumerated() {
                let name = "stops.\(index)"
                whole += [(name + ".id", hidden(name + ".id", form)), (name + ".text", stop), (name + ".timer", "none")]
                whole.append((name + ".translations", hidden(name + ".translations", form)))
            }
            let again = try await browsers[0].post(address, whole)
            #expect(again.status == 303)
        }
        let tour = try await site.database.read { try #require(try SampleTour.fetch($0, id: id)) }
        #expect(tour.description == "Facile.")
        #expect(tour.translations["name", .english] == .init("Plain rice", of: "Riso in bianco"))
        #expect(tour.stops[0].translations["text", .english]?.text == "Add the water.")
        #expect(tour.stops[1].translations["text", .english] == nil)
        #expect(tour.translations.reading("name", tour.name, in: .english) == ("Plain rice", false))
        #expect(tour.translations.reading("description", tour.description, in: .english) == ("Facile.", true))
    }

    @Test func oneTextOfTheListIsSavedByItselfAndLeadsToTheNext() async throws {
        let (site, id) = try await site()
        let (list, address) = ("/admin/translations/en", "/admin/sample/tours/\(id)/translations/en")
        try await site.browse(as: "librarian") { browsers in
            let page = try await browsers[0].get(list)
            #expect(page.contains("name=\"t.name\""))
            #expect(page.contains("value=\"\(list)#sample-tours-\(id)-stops-0-text\""))
            let next = list + "#sample-tours-\(id)-stops-0-text"
            let first = try await browsers[0].post(address, [("version", "1"), ("next", next), ("t.name", "Plain rice")])
            #expect(first.headers[.location] == next)
            _ = try await browsers[0].post(address, [("version", "1"), ("next", list), ("t.stops.0.text", "Add the water.")])
            let left = try await browsers[0].get(list)
            #expect(left.contains("action=\"/admin/undoing\""))
            #expect(left.contains("name=\"t.stops.1.text\""))
            #expect(!left.contains("name=\"t.stops.0.text\""))
            let elsewhere = try await browsers[0].post(
                address, [("version", "3"), ("next", "//elsewhere.example"), ("t.stops.1.text", "Wait.")])
            #expect(elsewhere.headers[.location] == "/admin/sample/tours/\(id)")
        }
        let tour = try await site.database.read { try #require(try SampleTour.fetch($0, id: id)) }
        #expect(tour.translations["name", .english]?.text == "Plain rice")
        #expect(tour.stops[0].translations["text", .english]?.text == "Add the water.")
    }

    @Test func aTranslationWhoseOriginalChangedIsToBeCheckedUntilSomebodySaysItIsRight() async throws {
        let (site, id) = try await site()
        let words = site.portal.admin.pages.templates.words(in: .italian)
        try await site.database.write { db in
            var tour = try #require(try SampleTour.fetch(db, id: id))
            for text in tour.translatableTexts(words) {
                tour.translate(text, into: LanguageVersion(.english), as: .init("x", of: text.original))
            }
            try tour.update(db, by: actor, words: words, zone: .gmt)
            #expect(try lacking(db).isEmpty)
            tour.name = "Riso bollito"
            try tour.update(db, by: actor, words: words, zone: .gmt)
            #expect(try lacking(db) == [id])
        }
        try await site.browse(as: "librarian") { browsers in
            let address = "/admin/sample/tours/\(id)/translations/en"
            let page = try await browsers[0].get(address)
            #expect(page.contains("da rivedere"))
            #expect(page.contains("«<span lang=\"it\">Riso in bianco</span>»"))
            let list = try await browsers[0].get("/admin/translations/en")
            #expect(list.contains(address))
            _ = try await browsers[0].post(address, fields(3, [("t.name", "x"), ("t.stops.0.text", "x"), ("t.stops.1.text", "x")]))
            expect(try await site.database.read { try lacking($0) }, is: [id])
            let right = [("t.name", "x"), ("right.name", "yes"), ("t.stops.0.text", "x"), ("t.stops.1.text", "x")]
            // What changes nothing makes no version.
            _ = try await browsers[0].post(address, fields(3, right))
            expect(try await site.database.read { try lacking($0) }, is: [])
        }
    }

    private func lacking(_ db: Database) throws -> [Int64] {
        try Int64.fetchAll(db, sql: "SELECT r.id FROM tour r WHERE \(try #require(SampleTour.untranslated(in: .english)))")
    }

    @Test func whatIsTooLongOrSavedOverSomebodyElseIsRefusedAndKept() async throws {
        let (site, id) = try await site()
        try await site.browse(as: "librarian", "librarian-blu") { browsers in
            let address = "/admin/sample/tours/\(id)/translations/en"
            let long = String(repeating: "a", count: 81)
            let refused = try await browsers[0].post(address, fields(1, [("t.name", long)]))
            #expect(refused.status == 422)
            #expect(refused.contains(long))
            #expect(refused.contains("#f-t-name"))
            let late = try await browsers[0].post(address, fields(0, [("t.name", "Plain rice")]))
            #expect(late.status == 409)
            #expect(late.contains("Plain rice"))
            expect(try await browsers[1].get(address).status, is: 404)
            expect(try await browsers[0].get("/admin/sample/tours/\(id)/translations/it").status, is: 404)
        }
        expect(try await site.value("SELECT count(*) FROM tour WHERE translations <> '{}'", as: Int.self), is: 0)
    }
}
