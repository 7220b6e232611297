import Testing
import Web

@testable import Admin

/// Where a page is in the menu, by its address.
@Suite struct MenuTests {
    private static func entry(_ label: String, _ addresses: String...) -> Menu.Entry {
        Menu.Entry(label: label, icon: "house", tabs: addresses.map { Menu.Tab(label: $0, address: $0) })
    }

    private let menu = Menu(
        today: MenuTests.entry("Oggi", "/admin", "/admin/calendar"),
        areas: [
            Menu.Area(
                text: "a", label: "Biblioteca", icon: "house",
                entries: [
                    MenuTests.entry("Libri", "/admin/sample/books", "/admin/sample/books/shelves"),
                    MenuTests.entry("Lettori", "/admin/sample/readers"),
                ])
        ])

    @Test(arguments: [
        ("/admin", "/admin"), ("/admin/calendar", "/admin/calendar"), ("/admin/sample/books", "/admin/sample/books"),
        ("/admin/sample/books/7/history", "/admin/sample/books"), ("/admin/sample/books/shelves/3", "/admin/sample/books/shelves"),
        ("/admin/sample/readers", "/admin/sample/readers"),
    ])
    func aPageIsInThePlaceWithTheLongestAddress(_ path: String, _ address: String) {
        #expect(menu.place(of: path)?.tab.address == address)
    }

    @Test(arguments: ["/admin/sample/bookshelf", "/admin/other", "/", "/campus"])
    func aPageThatTheMenuDoesNotNameHasNoPlace(_ path: String) {
        #expect(menu.place(of: path) == nil)
    }

    @Test func theTrailLeadsBackToTheEntry() throws {
        let first = try #require(menu.place(of: "/admin/sample/books/7"))
        #expect(first.trail.compactMap { $0["label"] as? String } == ["Biblioteca"])
        let second = try #require(menu.place(of: "/admin/sample/books/shelves"))
        #expect(second.trail.compactMap { $0["label"] as? String } == ["Biblioteca", "Libri"])
        #expect(second.trail.last?["href"] as? String == "/admin/sample/books")
        #expect(try #require(menu.place(of: "/admin/calendar")).trail.count == 1)
    }

    @Test func tabsAreShownOnTheirOwnPages() throws {
        let strip = try #require(menu.place(of: "/admin/sample/books/shelves")?.tabStrip(at: "/admin/sample/books/shelves"))
        let items = try #require(strip["items"] as? [Values])
        #expect(items.compactMap { $0["isCurrent"] as? Bool } == [false, true])
        #expect(menu.place(of: "/admin/sample/books/7")?.tabStrip(at: "/admin/sample/books/7") == nil)
        #expect(menu.place(of: "/admin/sample/readers")?.tabStrip(at: "/admin/sample/readers") == nil)
    }

    @Test func aCrumbThatThePageNamesItselfIsNotRepeated() {
        let crumbs: [Values] = [["label": "Biblioteca", "href": false], ["label": "Libri", "href": "/admin/sample/books"]]
        let values: Values = ["trail": crumbs, "breadcrumbs": [["label": "Libri", "href": "/admin/sample/books"]] as [Values]]
        let left = values.withoutRepeatedCrumbs()["trail"] as? [Values]
        #expect(left?.compactMap { $0["label"] as? String } == ["Biblioteca"])
        #expect((["trail": crumbs] as Values).withoutRepeatedCrumbs().count == 1)
    }

    @Test(arguments: [
        (["Storie", "Storie"], [], ["Storie"]), (["Campus", "Avvisi"], ["Avvisi", "Fumo"], ["Campus"]),
        (["Campus", "Avvisi"], ["Fumo"], ["Campus", "Avvisi"]), (["Campus"], [], ["Campus"]),
    ])
    func aCrumbDoesNotSayWhatTheNextOneSays(_ trail: [String], _ own: [String], _ left: [String]) {
        func crumbs(_ labels: [String], _ part: String) -> [Values] {
            labels.enumerated().map { ["label": $1, "href": "/admin/\(part)/\($0)"] }
        }
        let values: Values = ["trail": crumbs(trail, "trail"), "breadcrumbs": crumbs(own, "own")]
        let found = values.withoutRepeatedCrumbs()["trail"] as? [Values]
        #expect(found?.compactMap { $0["label"] as? String } == left)
    }

    @Test(arguments: [
        ("/admin/a", "/admin", true), ("/admin", "/admin", true), ("/administrator", "/admin", false), ("/", "/admin", false),
    ])
    func anAddressIsBelowAnotherOnlyAfterASlash(_ path: String, _ address: String, _ isBelow: Bool) {
        #expect(path.isAtOrBelow(address) == isBelow)
    }
}
