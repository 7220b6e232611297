import AdminTestSupport
import Testing
import Web

@testable import Admin

/// Which items the workbench shows: all of it is in the address.
@Suite struct ImportViewTests {
    private func view(_ form: [String: [String]]) -> ImportView { ImportView(Form(form)) }

    @Test(arguments: ["problems", "new", "changed", "same", "left", "unclear", "refused"])
    func aKindOfItemsIsAPartOfTheAddress(_ name: String) {
        #expect(view(["show": [name]]).address("/x") == "/x?show=\(name)")
    }

    @Test(arguments: ["", "all", "waiting", "'; DROP TABLE stagedItem"])
    func anUnknownKindIsAll(_ name: String) {
        #expect(view(["show": [name]]).name == "all")
        #expect(view(["show": [name]]).address("/x") == "/x")
    }

    @Test func aPageIsAPartOfTheAddress() {
        #expect(view(["page": ["3"]]).address("/x") == "/x?page=3")
        #expect(view(["show": ["new"], "page": ["3"]]).address("/x") == "/x?show=new&page=3")
        #expect(view(["page": ["3"]]).address("/x", page: 1) == "/x")
        for page in ["0", "-1", "x", "99999999999999999999"] { #expect(view(["page": [page]]).page == 1, "\(page)") }
    }

    @Test func onlyANumberOpensAnItem() {
        #expect(view(["open": ["12"]]).open == 12)
        #expect(view(["open": ["x"]]).open == nil)
        #expect(view([:]).open == nil)
    }

    @Test func theTurnerLeadsFromPageToPage() throws {
        let words = try SamplePortal.texts.words(in: .english)
        func turner(_ page: String, _ total: Int) -> (previous: String?, next: String?) {
            let values = view(["page": [page]]).turner("/x", total: total, words)
            return (values["previous"] as? String, values["next"] as? String)
        }
        #expect(turner("1", 60).previous == nil)
        #expect(turner("1", 60).next == "/x?page=2")
        #expect(turner("2", 60).previous == "/x")
        #expect(turner("2", 60).next == "/x?page=3")
        #expect(turner("3", 60).next == nil)
        // Behind the end the way back leads to the last page.
        #expect(turner("9", 60).previous == "/x?page=3")
        #expect(turner("9", 60).next == nil)
        #expect(turner("1", 25).next == nil)
    }
}
