import Foundation
import GRDB
import Testing

@testable import Admin

/// GRDB has a `Cursor` too.
private typealias Place = Admin.Cursor

/// The place in a list to go on from: what its text holds, and which rows follow it.
@Suite struct CursorTests {
    @Test(arguments: ["Caffè; \"d'orzo\"", "", "😀", String(repeating: "x", count: 300)])
    func aTextOfACursorIsReadAgain(_ value: String) throws {
        let text = Place(order: "name", value: value.databaseValue, id: 7).text
        let read = try #require(Place(text, order: "name"))
        #expect(read.value == .text(value))
        #expect(read.id == 7)
        #expect(text.wholeMatch(of: #/[A-Za-z0-9_\-]+/#) != nil)
    }

    @Test func aCursorHoldsForItsOrderAlone() {
        let text = Place(order: "name", value: .null, id: 7).text
        #expect(Place(text, order: "name") != nil)
        #expect(Place(text, order: "-name") == nil)
    }

    @Test(arguments: ["null", "[1,2]", "[\"name\",[1],3]", "[\"name\",1,\"x\"]", "[\"other\",1,2]", "no JSON"])
    func otherContentIsNoCursor(_ content: String) {
        #expect(Place(Data(content.utf8).base64EncodedString().replacing("=", with: ""), order: "name") == nil)
    }

    @Test(arguments: ["", "x", "%%%", String(repeating: "A", count: 2_001)])
    func otherTextIsNoCursor(_ text: String) {
        #expect(Place(text, order: "name") == nil)
    }

    /// The ids that follow a row in the order of a column, by its condition.
    private func following(_ id: Int64, _ value: Int?, isDescending: Bool) throws -> [Int64] {
        try DatabaseQueue().write { db in
            try db.execute(
                sql: """
                    CREATE TABLE item (id INTEGER PRIMARY KEY, price INTEGER);
                    INSERT INTO item VALUES (1, 10), (2, NULL), (3, 20), (4, 10), (5, NULL), (6, 30)
                    """)
            let cursor = Place(order: "price", value: value?.databaseValue ?? .null, id: id)
            let condition = cursor.condition("price", id: "id", isDescending: isDescending)
            let direction = isDescending ? "DESC" : "ASC"
            return try Int64.fetchAll(
                db, sql: "SELECT id FROM item WHERE \(condition.sql) ORDER BY price \(direction), id \(direction)",
                arguments: condition.arguments)
        }
    }

    @Test func whatFollowsIsTheRestOfTheList() throws {
        // Ascending, without a price first: 2 5 1 4 3 6.
        #expect(try following(2, nil, isDescending: false) == [5, 1, 4, 3, 6])
        #expect(try following(5, nil, isDescending: false) == [1, 4, 3, 6])
        #expect(try following(1, 10, isDescending: false) == [4, 3, 6])
        #expect(try following(6, 30, isDescending: false) == [])
        // Descending: 6 3 4 1 5 2.
        #expect(try following(6, 30, isDescending: true) == [3, 4, 1, 5, 2])
        #expect(try following(4, 10, isDescending: true) == [1, 5, 2])
        #expect(try following(1, 10, isDescending: true) == [5, 2])
        #expect(try following(5, nil, isDescending: true) == [2])
        #expect(try following(2, nil, isDescending: true) == [])
    }

    @Test func aSchemaSaysWhatMayBeMissing() {
        let shape = Shape.object(["a": Shape.text, "b": Shape.whole], optional: ["b"])
        #expect(shape["required"] == .list([.text("a")]))
        #expect(shape["additionalProperties"] == .flag(false))
        let open = Shape.object(["a": Shape.text], optional: ["a"], isOpen: true)
        #expect(open["required"] == nil)
        #expect(open["additionalProperties"] == nil)
        let sent = Shape.sent(["a": Shape.text, "b": Shape.choice(["x"])], optional: ["b"])
        #expect(sent["properties"]?["a"]?["type"] == .text("string"))
        #expect(sent["properties"]?["b"]?["type"] == .list([.text("string"), .text("null")]))
        #expect(sent["properties"]?["b"]?["enum"] == .list([.text("x"), .null]))
    }

    @Test func aSchemaSaysHowMuchThereMayBe() {
        #expect(Shape.text(0...5)["minLength"] == nil)
        #expect(Shape.text(1...5)["minLength"] == .number(1))
        #expect(Shape.text(1...5)["maxLength"] == .number(5))
        let list = Shape.list(Shape.id, 1...3, isSet: true)
        #expect(list["minItems"] == .number(1))
        #expect(list["maxItems"] == .number(3))
        #expect(list["uniqueItems"] == .flag(true))
        #expect(Shape.list(Shape.id)["maxItems"] == nil)
        #expect(Shape.page(Shape.text)["required"] == .list([.text("items"), .text("next")]))
    }

    @Test func aNumberOfAProgramHasItsBounds() {
        #expect(JSON.number(300).number(in: UInt8(0)...255) == nil)
        #expect(JSON.number(255).number(in: UInt8(0)...255) == 255)
        #expect(JSON.number(-1).number(in: UInt8(0)...255) == nil)
        #expect(JSON.text("3").number(in: 0...9) == nil)
        #expect(JSON.text("tre").text(1...3) == "tre")
        #expect(JSON.text("quattro").text(1...3) == nil)
    }
}
