import Formats
import Testing

@testable import Admin

/// The elements of a JSON list, read one after the other.
@Suite struct JSONElementsTests {
    private func elements(_ text: String) throws -> [JSON] {
        var reader = try JSONElements(Array(text.utf8))
        var elements: [JSON] = []
        while let element = try reader.next() { elements.append(element) }
        return elements
    }

    private func refusal(_ text: String) -> ImportRefusal? {
        do {
            _ = try elements(text)
            return nil
        } catch {
            return error as? ImportRefusal
        }
    }

    @Test func eachElementComesOutWhole() throws {
        let found = try elements(#" [1, {"a": [1, 2], "b": {"c": "]"}}, "x,]\"", null,[] ] "#)
        #expect(
            found == [
                .number(1), .values(["a": .list([.number(1), .number(2)]), "b": .values(["c": .text("]")])]), .text("x,]\""), .null,
                .list([]),
            ])
    }

    @Test(arguments: ["[]", " [ ] ", "[\n]\n"])
    func anEmptyListHasNone(_ text: String) throws {
        #expect(try elements(text).isEmpty)
    }

    @Test(arguments: ["[1", "[1] 2", "[1,]", "[1 2]", "[{]", "[\"a]", "[1,,2]", "[nope]"])
    func aBrokenListIsRefused(_ text: String) {
        #expect(refusal(text)?.key == "json")
    }

    @Test(arguments: ["{\"a\": 1}", "1", "\"text\"", "null"])
    func anotherValueIsNoList(_ text: String) {
        #expect(refusal(text)?.key == "noList")
    }

    @Test func namesStandInTheOrderOfTheirFirstUse() throws {
        #expect(try JSONElements.names(Array(#"[{"b": 1, "a": 2}, {"c": 3, "a": 4}]"#.utf8)) == ["b", "a", "c"])
        #expect(try JSONElements.names(Array("[]".utf8)) == [])
    }

    @Test func anElementThatIsNoObjectIsNamedByItsPlace() {
        #expect(throws: ImportRefusal("noObject", ["row": "3"])) { try JSONElements.names(Array("[{}, {}, 7]".utf8)) }
    }
}
