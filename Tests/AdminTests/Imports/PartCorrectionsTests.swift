import Testing

@testable import Admin

/// What a person types in place of the parts of a list.
@Suite struct PartCorrectionsTests {
    private let parts = FileTable.Value.packed(
        .list([
            .values(["line": .text("2 eggs"), "reading": .list([]), "product": .text("eggs"), "amount": .text("2")]),
            .values(["product": .text("milk"), "amount": .text("1 l")]),
        ]))

    private func products(_ corrections: [String: String]) -> [String] {
        guard case .packed(let packed) = PartCorrections(corrections, of: "ingredients").applied(to: parts) else { return [] }
        return (packed.list ?? []).map { ($0["product"]?.text ?? "–") + " " + ($0["amount"]?.text ?? "–") }
    }

    @Test func aTextReplacesThePartOfItsNumber() {
        #expect(products(["ingredients.1.amount": "2 l"]) == ["eggs 2", "milk 2 l"])
        #expect(products(["ingredients.0.product": "duck eggs", "ingredients.1.product": "oat milk"]) == ["duck eggs 2", "oat milk 1 l"])
    }

    @Test func anEmptiedFirstPartLeavesTheWholeOut() {
        #expect(products(["ingredients.0.product": "  "]) == ["milk 1 l"])
        #expect(products(["ingredients.0.amount": ""]) == ["eggs ", "milk 1 l"])
    }

    @Test(arguments: ["ingredients.9.product", "steps.0.product", "ingredients.x.product", "ingredients.0", "ingredientsOther.0.product"])
    func otherNamesChangeNothing(_ name: String) {
        #expect(products([name: "x"]) == ["eggs 2", "milk 1 l"])
    }

    @Test func onlyTextsMayBeTyped() {
        let part = JSON.values(["line": .text("x"), "reading": .text("y"), "name": .text("z"), "count": .number(3)])
        #expect(PartCorrections.names(of: part) == ["name"])
        #expect(PartCorrections.names(of: .text("x")).isEmpty)
    }

    @Test func aCellHasNoParts() {
        #expect(PartCorrections(["ingredients.0.product": "x"], of: "ingredients").applied(to: .cell("eggs")) == .cell("eggs"))
        #expect(PartCorrections(["price": "3"], of: "ingredients").isEmpty)
    }
}
