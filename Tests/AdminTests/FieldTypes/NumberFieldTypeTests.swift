import Testing
import Web

@testable import Admin

/// Whole numbers and amounts as people of a language write them.
@Suite struct NumberFieldTypeTests {
    private let copies = NumberFieldType(range: 0...9_999, suffix: nil)
    private let price = MoneyFieldType(range: 0...10_000_000)

    @Test(arguments: [("5", 5), ("1.000", 1_000), ("12.345.678", 12_345_678), ("-3", -3), ("1234.567", 1_234_567), ("0012", 12)])
    func aNumberMayBeGroupedAsInItalian(_ typed: String, _ number: Int) {
        #expect(NumberFieldType.parse(typed, .italian) == number)
    }

    @Test(arguments: ["", "1.00", "1,5", "12345.678", ".123", "99999999999999999", "٣", "tre", "1 000x", "0x10"])
    func otherTextIsNoNumber(_ typed: String) {
        #expect(NumberFieldType.parse(typed, .italian) == nil)
    }

    @Test func theGroupingMarkIsThatOfTheLanguage() {
        #expect(NumberFieldType.parse("1,000", .english) == 1_000)
        #expect(NumberFieldType.parse("1.000", .english) == nil)
        #expect(NumberFieldType.parse("1,000", .italian) == nil)
    }

    @Test func aNumberOutsideItsBoundsIsRefusedWithThem() throws {
        #expect(try copies.reading("9999").value == 9_999)
        #expect(try copies.reading("10000").refusals == ["Write a whole number from 0 to 9,999."])
        #expect(try copies.reading("-1").refusals == ["Write a whole number from 0 to 9,999."])
        #expect(try copies.reading("").refusals == ["Write something: this field is needed."])
    }

    @Test func aNumberIsShownWithGroupsAndTypedWithout() {
        #expect(copies.typed(1_234, .italian) == "1234")
        #expect(copies.pack(1_234) == .number(1_234))
        #expect(copies.unpack(.number(1_234)) == 1_234)
        #expect(copies.unpack(.text("many")) == nil)
    }

    @Test(arguments: [
        ("1,60", 160), ("1.60", 160), ("€ 1,6", 160), ("1.234,50", 123_450), ("1.234", 123_400), ("1 234,50", 123_450), ("EUR 3", 300),
        ("0,5", 50), ("1,5€", 150), ("3", 300), ("1.234.567", 123_456_700),
    ])
    func anAmountIsReadAsPeopleWriteIt(_ typed: String, _ cents: Int) {
        #expect(MoneyFieldType.cents(typed, .italian) == cents)
    }

    @Test(arguments: [
        "", "-1", "1,234", "3,005", "1,234.567,00", "12345678901", "1.2.3", "uno", "1,2,3", "€", "4.000.000.000.000.000.000",
        "1.000.000.001",
    ])
    func anAmountThatIsUnclearIsNone(_ typed: String) {
        #expect(MoneyFieldType.cents(typed, .italian) == nil)
    }

    @Test func threeDigitsAfterAMarkAreThousandsOnlyInTheLanguageThatGroupsSo() {
        #expect(MoneyFieldType.cents("1,234", .english) == 123_400)
        #expect(MoneyFieldType.cents("1.234", .english) == nil)
    }

    @Test func anAmountOutsideItsBoundsIsRefusedWithThem() throws {
        #expect(try price.reading("1.60").value == 160)
        let refused = try price.reading("100001")
        #expect(refused.value == nil)
        #expect(refused.refusals.count == 1)
        #expect(refused.refusals.first?.hasPrefix("Write a price from ") == true)
    }

    @Test func programsSendCentsAndTheFormShowsEuros() {
        #expect(price.filled(.number(160), in: .italian) == ["value": ["1,60"]])
        #expect(price.filled(.number(5), in: .english) == ["value": ["0.05"]])
        #expect(price.filled(.text("much")) == ["value": [""]])
        #expect(price.typed(123_450, .italian) == "1234,50")
    }

    @Test func anOptionalValueMayBeEmpty() throws {
        let kind = OptionalFieldType(inner: price, blank: 0)
        let empty = try kind.reading("")
        #expect(empty.value == .some(.none))
        #expect(empty.refusals.isEmpty)
        #expect(try kind.reading("2").value == 200)
        #expect(try kind.reading("two").value == nil)
        #expect(kind.pack(nil).isNull)
        #expect(kind.store(nil).isNull)
        #expect(kind.load(.null) == .some(.none))
        #expect(kind.unpack(.number(7)) == 7)
        #expect(kind.unpack(.null) == .some(.none))
        #expect(kind.filled(.null).isEmpty)
        #expect(kind.typed(nil, .italian) == "")
    }
}
