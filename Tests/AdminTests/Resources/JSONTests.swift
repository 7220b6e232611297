import GRDB
import Testing

@testable import Admin

/// Values of JSON as programs, files and columns hold them.
@Suite struct JSONTests {
    @Test func anObjectKeepsTheOrderOfItsKeys() {
        var object = JSON.values(["b": .number(1), "a": .text("x")])
        object["c"] = .null
        object["b"] = .number(2)
        #expect(object.compact == #"{"b":2,"a":"x","c":null}"#)
        #expect(object["d"] == nil)
        #expect(JSON.text("x")["a"] == nil)
        var list = JSON.list([])
        list["a"] = .number(1)
        #expect(list == .list([]))
    }

    @Test func objectsAreEqualWhateverTheirOrder() {
        #expect(JSON.values(["a": .number(1), "b": .null]) == .values(["b": .null, "a": .number(1)]))
        #expect(JSON.number(3) == .decimal(3))
        #expect(JSON.number(3) != .text("3"))
        #expect(JSON.list([.number(1), .number(2)]) != .list([.number(2), .number(1)]))
        #expect(JSON.null != .flag(false))
    }

    @Test(arguments: [
        (JSON.null, "null"), (.text("a\"b\\c\n"), #""a\"b\\c\n""#), (.number(-3), "-3"), (.decimal(1.5), "1.5"), (.decimal(.nan), "null"),
        (.decimal(.infinity), "null"), (.flag(true), "true"), (.list([]), "[]"), (.object([]), "{}"),
        (.list([.number(1), .list([.null])]), "[1,[null]]"), (.text("è 😀"), "\"è 😀\""),
    ])
    func aValueIsWrittenOnOneLineAndReadAgain(_ value: JSON, _ text: String) throws {
        #expect(value.compact == text)
        if case .decimal(let number) = value, !number.isFinite { return }
        #expect(try JSON(parsing: text.utf8) == value)
    }

    @Test func longValuesAreWrittenWithALineForEachPart() {
        let value = JSON.values(["a": .list([.number(1), .number(2)]), "b": .object([]), "c": .list([])])
        #expect(value.written() == "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {},\n  \"c\": []\n}")
    }

    @Test func aColumnHoldsASingleValue() {
        #expect(JSON(DatabaseValue.null).isNull)
        #expect(JSON("x".databaseValue) == .text("x"))
        #expect(JSON(3.databaseValue) == .number(3))
        #expect(JSON(1.5.databaseValue) == .decimal(1.5))
        #expect(JSON.list([.number(1)]).databaseValue.isNull)
        #expect(JSON.object([]).databaseValue.isNull)
        #expect(JSON.flag(true).databaseValue == true.databaseValue)
        #expect(JSON.text("x").databaseValue == "x".databaseValue)
    }

    @Test func aTypedValueIsTextAndAnUntickedBoxIsNone() {
        #expect(JSON.text("x").typed == "x")
        #expect(JSON.number(3).typed == "3")
        #expect(JSON.flag(true).typed == "yes")
        #expect(JSON.flag(false).typed == nil)
        #expect(JSON.null.typed == nil)
        #expect(JSON.list([.text("x")]).typed == nil)
    }

    @Test func textsAreCleanedEverywhereInAValue() {
        let value = JSON.values(["a": .text("uno\r\ndue"), "b": .list([.text("tre\rquattro"), .number(1)])])
        #expect(value.cleaned == .values(["a": .text("uno\ndue"), "b": .list([.text("tre\nquattro"), .number(1)])]))
    }

    @Test func whatIsMissingIsNull() {
        let (text, number): (String?, Int?) = (nil, nil)
        #expect(JSON.optional(text).isNull)
        #expect(JSON.optional("x") == .text("x"))
        #expect(JSON.optional(number).isNull)
        #expect(JSON.optional(3) == .number(3))
        #expect(JSON.moment(nil).isNull)
        #expect(JSON.id(7) == .number(7))
    }

    @Test(arguments: [
        (JSON.null, true), (.text(""), true), (.list([]), true), (.text(" "), false), (.number(0), false), (.flag(false), false),
    ])
    func blankIsWhatHasNothingInIt(_ value: JSON, _ isBlank: Bool) {
        #expect(value.isBlank == isBlank)
    }
}
