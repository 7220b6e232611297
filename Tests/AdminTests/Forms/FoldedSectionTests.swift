import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// Sections of a form that are closed until there is something in them.
@Suite struct FoldedSectionTests {
    /// What the sections of the form are: their heading, whether they fold, and whether they are open.
    private func sections(
        _ tour: FoldedTour, _ form: Form? = nil, wrong: String? = nil
    ) async throws -> [(heading: String, folds: Bool, open: Bool)] {
        let site = try await SampleSite()
        let admin = site.portal.admin
        return try await site.form { context in
            var context = context
            if let wrong { context.errors.add(wrong, "Così no.") }
            let page = try admin.formPage(tour, form, context, back: "")
            return (page["sections"] as? [Values] ?? []).map { section in
                (
                    section["heading"] as? String ?? "", section["isFolded"] as? Bool ?? false, section["isOpen"] as? Bool ?? false
                )
            }
        }
    }

    @Test func theNamedSectionAndTheDatesFold() async throws {
        let found = try await sections(FoldedTour())
        #expect(found.map(\.folds) == [false, true, false, true])
        #expect(found.map(\.heading) == ["", "Che cosa si vede", "Pubblicazione", "Quando si vede"])
    }

    @Test func aNewRecordHasItClosed() async throws {
        let found = try await sections(FoldedTour())
        #expect(found[1].open == false)
        #expect(found[3].open == false)
    }

    @Test func aDateThatWasTypedOpensTheDates() async throws {
        let found = try await sections(FoldedTour(), Form(["schedule.from": ["17/05/2031 09:30"]]))
        #expect(found[3].open == true)
    }

    @Test func aValueOpensIt() async throws {
        var tour = FoldedTour()
        tour.people = 7
        let found = try await sections(tour)
        #expect(found[1].open == true)
    }

    @Test func anyFieldOfItOpensIt() async throws {
        var tour = FoldedTour()
        tour.minutes = 45
        let found = try await sections(tour)
        #expect(found[1].open == true)
    }

    @Test func aMistakeOpensIt() async throws {
        let found = try await sections(FoldedTour(), wrong: "minutes")
        #expect(found[1].open == true)
    }

    @Test func aValueElsewhereLeavesItClosed() async throws {
        var tour = FoldedTour()
        tour.name = "Castello"
        let found = try await sections(tour)
        #expect(found[1].open == false)
    }

    @Test func formsOfOtherListsFoldTheirDatesOnly() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let form = try await browsers[0].get("/admin/sample/tours/new")
            #expect(form.status == 200)
            #expect(form.text.components(separatedBy: "class=\"card folded\"").count == 2)
            #expect(form.contains("<summary><h2>Quando si vede</h2></summary>"))
        }
    }
}

/// A tour whose second section folds.
private struct FoldedTour: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var people = 2
    var minutes: Int?
    var published = false
    static let system = Sample.name
    static let path = "tours"
    static let table = "tour"
    static let scope: Scope? = Sample.scope
    static let sections = ["people": "sections.books", "published": "sections.publication"]
    static let folded: Set<String> = ["people"]
    static let fields: [Field<FoldedTour>] = [
        .title("name", \.name), .number("people", \.people, in: 1...50), .number("minutes", \.minutes, in: 1...5000, suffix: "min"),
        .flag("published", \.published),
    ]
}
