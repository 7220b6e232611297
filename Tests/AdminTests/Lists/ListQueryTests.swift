import AdminTestSupport
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// The state of a list, all of which is in its address.
@Suite struct ListQueryTests {
    private func query(_ form: [String: [String]]) -> ListQuery {
        ListQuery(Form(form), filters: ["topics", "price", "price.from", "price.to"], sortable: ["name", "price"])
    }

    private let full: [String: [String]] = [
        "q": ["riso"], "topics": ["1", " 2 "], "price.from": ["1,00"], "sort": ["-price"], "size": ["25"], "layout": ["grid"],
        "page": ["3"],
        "columns": ["name,price"],
    ]

    @Test func everythingChosenIsInTheAddress() {
        let address = query(full).address("/x", page: 3)
        #expect(address == "/x?q=riso&topics=1,2&price.from=1,00&sort=-price&size=25&columns=name,price&layout=grid&page=3")
        #expect(query(full).address("/x") == "/x?q=riso&topics=1,2&price.from=1,00&sort=-price&size=25&columns=name,price&layout=grid")
        #expect(query([:]).address("/x") == "/x")
    }

    @Test func theHeadCountsWhatIsChosenWithoutTheSearch() {
        #expect(query(full).chosenCount == "2")
        #expect(query(["q": ["riso"]]).chosenCount == nil)
    }

    @Test func whatIsUsualOrUnknownIsLeftOut() {
        let asked = query([
            "sort": ["colour"], "size": ["33"], "page": ["0"], "layout": ["cloud"], "colour": ["red"], "topics": ["", " "], "panel": ["x"],
        ])
        #expect(asked.address("/x") == "/x")
        #expect(asked.sort == "")
        #expect(asked.size == ListQuery.defaultSize)
        #expect(asked.page == 1)
        #expect(!asked.isFiltered)
        #expect(!asked.isPanelOpen)
    }

    @Test(arguments: ["-1", "x", "", "99999999999999999999", "1.5"])
    func aPageIsANumber(_ page: String) {
        #expect(query(["page": [page]]).page == 1)
    }

    @Test func aSearchHasItsLimit() {
        #expect(query(["q": [String(repeating: "x", count: 500)]]).search.count == ListQuery.longestSearch)
        #expect(query(["q": ["  riso  "]]).search == "riso")
    }

    @Test func oneFilterIsTakenAwayWithItsRange() {
        let left = query(full).without("price")
        #expect(left.chosen.map(\.name) == ["topics"])
        #expect(query(full).without("colour") == query(full))
    }

    @Test func oneValueIsTakenAwayAndTheLastOneWithItsFilter() {
        let one = query(full).without("1", in: "topics")
        #expect(one.values("topics") == ["2"])
        #expect(one.without("2", in: "topics").values("topics") == [])
        #expect(one.without("2", in: "topics").chosen.map(\.name) == ["price.from"])
        #expect(query(full).without("1", in: "colour") == query(full))
    }

    @Test func aClearedListKeepsItsOrderAndColumns() {
        #expect(query(full).cleared.address("/x") == "/x?sort=-price&size=25&columns=name,price&layout=grid")
        #expect(query(full).cleared.sorted(by: "name").shown(as: .table).address("/x") == "/x?sort=name&size=25&columns=name,price")
    }

    @Test func aFormWithoutScriptIsClumsy() {
        #expect(query(["topics": ["1", "2"]]).isClumsy)
        #expect(query(["q": [""]]).isClumsy)
        #expect(!query(["topics": ["1"]]).isClumsy)
    }

    @Test(arguments: [
        ("/x", "/x?q=%C3%A8%20%26"), ("/x?a=1", "/x?a=1&q=%C3%A8%20%26"), ("", "?q=%C3%A8%20%26"),
    ])
    func aQueryIsEscaped(_ path: String, _ address: String) {
        #expect(path.appendingQuery([("q", "è &")]) == address)
        #expect(path.appendingQuery([]) == path)
    }

    @Test func lettersThatAddressesMayHaveStay() {
        #expect("aZ09-._~,".queryEscaped == "aZ09-._~,")
        #expect("a+b=c&d%/?#\n".queryEscaped == "a%2Bb%3Dc%26d%25%2F%3F%23%0A")
    }

    @Test func theWayBackIsReadAsAListsAddress() {
        let back = ListQuery(SampleBook.self, back: "?q=riso&copies=absent&price.from=1&sort=-copies&nonsense=1")
        #expect(back.address("/x") == "/x?q=riso&copies=absent&price.from=1&sort=-copies")
        #expect(ListQuery(SampleBook.self, back: "").address("/x") == "/x")
    }

    @Test func eachKindOfFieldHasItsKindOfFilter() throws {
        func shape(_ name: String) throws -> FilterShape? { FilterShape(try #require(SampleBook.field(name)).kind) }
        for name in ["copies", "price"] { #expect(try shape(name)?.isRange == true, "\(name)") }
        for name in ["topics", "shelf", "published"] { #expect(try shape(name)?.isMenu == true, "\(name)") }
        #expect(try shape("translations") == nil)
        #expect(Filter<SampleBook>.names.contains("price.from"))
        #expect(Filter<SampleBook>.names.contains("created.to"))
        #expect(!Filter<SampleBook>.names.contains("name"))
        #expect(!Filter<SampleBook>.names.contains("ordering"))
        #expect(!Filter<SampleBook>.names.contains("deleted.from"))
        #expect(Filter<SampleBook>.namesOfTrash.contains("deleted.from"))
    }

    @Test func aDayIsReadAsBrowsersAndPeopleWriteIt() async throws {
        let rome = TimeZone(identifier: "Europe/Rome") ?? .gmt
        let days = try await SampleSite().form(zone: rome) { context in
            ["2026-05-03", "3/5/2026", "03.05.2026", "3-5-2026", "2026-5-3"].map { FilterBound.day($0, context).map(MomentFieldType.iso) }
        }
        #expect(days == Array(repeating: "2026-05-02T22:00:00Z", count: 5))
        let none = try await SampleSite().form(zone: rome) { context in
            ["", "domani", "3 5 2026", "31/2/2026", "2026-13-01", "5/2026", "1-2-3-4", "٣/5/2026"].map {
                FilterBound.day($0, context) == nil
            }
        }
        #expect(none == Array(repeating: true, count: 8))
    }

    @Test func theEndOfARangeOfDaysIsTheNextDay() async throws {
        @Sendable func condition(_ typed: String, _ shape: FilterShape, isEnd: Bool, _ context: FormContext) -> String? {
            FilterBound(typed, shape, isEnd: isEnd, context).map { bound in
                bound.sign + " " + (String.fromDatabaseValue(bound.value) ?? Int.fromDatabaseValue(bound.value).map(String.init) ?? "–")
            }
        }
        let signs = try await SampleSite().form { context in
            [
                condition("2026-05-03", .day, isEnd: true, context), condition("1,60", .money, isEnd: true, context),
                condition("1.000", .number(0...9_999), isEnd: false, context), condition("molto", .money, isEnd: false, context),
                condition("1", .flag, isEnd: false, context),
            ]
        }
        #expect(signs[0]?.hasPrefix("< 2026-05-04") == true)
        #expect(Array(signs.dropFirst()) == ["<= 160", ">= 1000", nil, nil])
    }
}
