import Testing
import Web

@testable import Admin

/// The parts of a record in a form: what each button makes of their order.
@Suite struct ChildRowsTests {
    private func form(_ texts: [String]) -> Form {
        var form = Form(["name": ["Visita"], "stopsOther.0.id": ["9"]])
        for (index, text) in texts.enumerated() {
            form["stops.\(index).id"] = String(index + 1)
            form["stops.\(index).text"] = text
        }
        return form
    }

    /// The texts after a button, and the row that has the focus.
    private func after(_ act: String, _ texts: [String] = ["a", "b", "c"]) -> (texts: [String], focus: Int?)? {
        ChildRows(form(texts), "stops").after(act).map { result in
            let rows = ChildRows(result.form, "stops").indices
            return (rows.map { result.form["stops.\($0).text"] }, result.focus)
        }
    }

    @Test func theRowsAreThoseOfTheFieldInOrder() {
        var mixed = form(["a", "b"])
        mixed["stops.12.id"] = "7"
        mixed["stops.x.id"] = "8"
        mixed["stops.99999999999999999999.id"] = "8"
        mixed["stops.10000.id"] = "8"
        mixed["stops.3.text"] = "without a number"
        #expect(ChildRows(mixed, "stops").indices == [0, 1, 12])
    }

    @Test(arguments: [
        ("add", ["a", "b", "c", ""], 3), ("insert.1", ["a", "", "b", "c"], 1), ("up.2", ["a", "c", "b"], 1),
        ("down.0", ["b", "a", "c"], 1),
        ("delete.1", ["a", "c"], 1), ("delete.2", ["a", "b"], 1),
    ])
    func aButtonChangesTheOrder(_ act: String, _ texts: [String], _ focus: Int) {
        #expect(after(act)?.texts == texts)
        #expect(after(act)?.focus == focus)
    }

    @Test func atTheEndsNothingMoves() {
        #expect(after("up.0")?.texts == ["a", "b", "c"])
        #expect(after("down.2")?.texts == ["a", "b", "c"])
        #expect(after("up.0")?.focus == nil)
    }

    @Test func theLastRowMayGo() {
        #expect(after("delete.0", ["a"])?.texts == [])
        #expect(after("delete.0", ["a"])?.focus == nil)
    }

    @Test(arguments: ["save", "", "insert", "insert.7", "delete", "up.x", "fly.1"])
    func otherButtonsAreNotOfTheRows(_ act: String) {
        #expect(after(act) == nil)
    }

    @Test func theNumbersOfRowsTravelWithThem() throws {
        let moved = try #require(ChildRows(form(["a", "b"]), "stops").after("up.1"))
        #expect(moved.form["stops.0.id"] == "2")
        #expect(moved.form["stops.1.id"] == "1")
        #expect(moved.form["name"] == "Visita")
        #expect(moved.form["stopsOther.0.id"] == "9")
        let added = try #require(ChildRows(form(["a"]), "stops").after("add"))
        #expect(added.form.exact("stops.1.id") == "")
        #expect(added.form.has("stops.1.id"))
    }

    @Test func aRowWithItsNumberAloneIsBlank() {
        let form = Form(["stops.0.id": ["3"], "stops.1.id": [""], "stops.1.text": [""]])
        #expect(ChildRows.isBlank("stops.0", in: form))
        #expect(!ChildRows.isBlank("stops.1", in: form))
    }
}
