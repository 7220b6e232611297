import AdminTestSupport
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

private enum TimerSign: String, SignedChoice {
    case up, down, none

    var icon: String { rawValue }
    static let noneOfThese = TimerSign.none
}

/// One value of several, several of a few, and the names of choices that are known only at run time.
@Suite struct ChoiceFieldTypeTests {
    private let level = ChoiceFieldType<SampleLevel>(texts: "sample.level")
    private let signs = ChoicesFieldType<TimerSign>(texts: "sample.timer")
    private let picked = NamedOptionFieldType(options: [NamedOption(value: "a", label: "Anna"), NamedOption(value: "b", label: "Bruno")])
    private let ticks = NamedOptionsFieldType(options: [NamedOption(value: "a", label: "Anna"), NamedOption(value: "b", label: "Bruno")])

    private func words() throws -> Words { try SamplePortal.texts.words(in: .italian) }

    @Test func aChoiceIsOneOfItsCases() throws {
        #expect(try level.reading("hard").value == .hard)
        #expect(try level.reading("impossible").refusals == ["Choose one of the possibilities."])
        #expect(try level.reading("").value == nil)
        #expect(level.load("medium".databaseValue) == .medium)
        #expect(level.load("unknown".databaseValue) == nil)
        #expect(level.load(.null) == nil)
    }

    @Test func aChoiceIsSaidInTheReadersLanguage() throws {
        let words = try words()
        #expect(level.text(.easy, words, .gmt) == "Facile")
        #expect(level.options(words).map(\.label) == ["Facile", "Media", "Difficile"])
        #expect(level.textKeys == ["sample.level.easy", "sample.level.medium", "sample.level.hard"])
    }

    @Test func aFlagIsOnForEveryWayInWhichItIsSent() throws {
        let kind = FlagFieldType()
        for typed in ["yes", "on", "1", "true"] { #expect(try kind.reading(typed).value == true, "\(typed)") }
        for typed in ["", "no", "0", "false"] { #expect(try kind.reading(typed).value == false, "\(typed)") }
        #expect(try kind.reading([:]).value == false)
        #expect(kind.filled(.flag(true)) == ["value": ["yes"]])
        #expect(kind.filled(.flag(false)) == ["value": []])
        #expect(kind.pack(true) == .flag(true))
    }

    @Test func severalChoicesStandInTheOrderOfTheirCases() throws {
        #expect(try signs.reading(["value": ["down", "up", ""]]).value == [.up, .down])
        #expect(try signs.reading([:]).value == [])
        #expect(try signs.reading(["value": ["meat"]]).refusals == ["Choose one of the possibilities."])
    }

    @Test func noneDoesNotGoTogetherWithOthers() throws {
        let read = try signs.reading(["value": ["none", "down"]])
        #expect(read.value == nil)
        #expect(read.refusals.count == 1)
        #expect(try signs.reading(["value": ["none"]]).value == [.none])
        #expect(signs.unpack(.list([.text("none"), .text("up")])) == nil)
    }

    @Test func nothingStatedIsNotTheSameAsNone() {
        #expect(signs.store([]).isNull)
        #expect(signs.pack([]).isNull)
        #expect(signs.load(signs.store([.none])) == [.none])
        #expect(signs.load(signs.store([.up, .down])) == [.up, .down])
        #expect(signs.load(.null) == [])
        #expect(signs.unpack(.null) == [])
        #expect(signs.unpack(.list([.text("down"), .text("up")])) == [.up, .down])
        #expect(signs.unpack(.list([.text("meat")])) == nil)
        #expect(signs.unpack(.text("down")) == nil)
    }

    @Test func aStoredChoiceThatIsGoneCountsAsNotStated() {
        #expect(signs.load("[\"meat\",\"down\"]".databaseValue) == [.down])
    }

    @Test func aNameOfTheMomentIsPickedFromItsMenu() throws {
        #expect(try picked.reading("b").value == "b")
        #expect(try picked.reading("").value == "")
        #expect(try picked.reading("c").refusals == ["Choose one of the possibilities."])
        let required = NamedOptionFieldType(options: picked.options, isRequired: true)
        #expect(try required.reading("").refusals == ["Choose something: this field is needed."])
        let words = try words()
        #expect(picked.text("a", words, .gmt) == "Anna")
        #expect(picked.text("gone", words, .gmt) == "gone")
    }

    @Test func tickedNamesKeepTheOrderOfTheMenu() throws {
        #expect(try ticks.reading(["value": ["b", "a"]]).value == ["a", "b"])
        #expect(try ticks.reading(["value": [""]]).value == [])
        #expect(try ticks.reading(["value": ["a", "c"]]).value == nil)
        let words = try words()
        #expect(ticks.text(["b", "a"], words, .gmt) == "Anna, Bruno")
        #expect(ticks.unpack(ticks.pack(["b"])) == ["b"])
    }
}
