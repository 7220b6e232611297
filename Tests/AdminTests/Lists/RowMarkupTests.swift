import AdminTestSupport
import Testing
import Web

@testable import Admin

/// Which values of a row a card on a phone shows.
@Suite struct RowMarkupTests {
    private func telling(_ cells: [RecordRow.Content], marks: [String] = []) throws -> [String] {
        let words = try SamplePortal.texts.words(in: .italian)
        let columns = [(label: "Scaffale", kind: "text", isEditable: false), ("Tema", "tags", false), ("Copie", "number", true)]
        let markup = RowMarkup(columns, mayTick: false, address: "/a", query: "", assets: "/assets", words)
        var row = RecordRow(id: 1, title: "Pane")
        (row.cells, row.marks) = (cells, marks)
        return markup.table([row]).html.matches(of: #/k-telling" data-label="([^"]*)"/#).map { String($0.1) }
    }

    private static let copies = RecordRow.Content.input(field: "copies", value: "3", mode: nil, suffix: nil)

    @Test func valuesThatAreChangedInTheListComeFirst() throws {
        #expect(try telling([.text("A3"), .text("Cucina"), Self.copies]) == ["Scaffale", "Copie"])
    }

    @Test func whatIsEmptyLeavesItsPlaceToTheNext() throws {
        #expect(try telling([.text(""), .text("Cucina"), Self.copies]) == ["Tema", "Copie"])
    }

    @Test func badgesTakeThePlaceOfValues() throws {
        #expect(try telling([.text("A3"), .text("Cucina"), Self.copies], marks: ["prestato"]) == ["Copie"])
        #expect(try telling([.text("A3"), .text("Cucina"), Self.copies], marks: ["prestato", "nuovo", "raro"]).isEmpty)
    }
}
