import Foundation
import Testing

@testable import Formats

@Suite struct StatisticsFileTests {
    private static func file(_ variables: [StatisticsFile.Variable], _ rows: [[StatisticsFile.Value]]) -> [UInt8] {
        StatisticsFile(variables, rows: rows, made: Date(timeIntervalSince1970: 1_770_000_000)).bytes
    }

    private static func number(_ file: [UInt8], at place: Int) -> Int32 {
        (0..<4).reduce(0) { $0 | Int32(file[place + $1]) << (8 * Int32($1)) }
    }

    private static func double(_ file: [UInt8], at place: Int) -> Double {
        Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(file[place + $1]) << (8 * UInt64($1)) })
    }

    @Test func theHeadTellsTheSizeAndTheDay() {
        let file = Self.file([.init("a", label: "", .number(decimals: 0), .scale)], [[.number(1)], [.missing]])
        #expect(String(decoding: file[0..<4], as: UTF8.self) == "$FL2")
        #expect(Self.number(file, at: 64) == 2)
        #expect(Self.number(file, at: 68) == 1)
        #expect(Self.number(file, at: 72) == 0)
        #expect(Self.number(file, at: 80) == 2)
        #expect(Self.double(file, at: 84) == 100)
        #expect(String(decoding: file[92..<109], as: UTF8.self) == "02 Feb 2602:40:00")
    }

    @Test func aVariableHasItsWordsAndItsAnswers() {
        let variable = StatisticsFile.Variable("q1", label: "Perché?", .number(decimals: 0), .nominal, meanings: [(2, "Sì")])
        let file = Self.file([variable], [])
        #expect(Self.number(file, at: 176) == 2)
        #expect(Self.number(file, at: 180) == 0)
        #expect(Self.number(file, at: 184) == 1)
        #expect(Self.number(file, at: 192) == 5 << 16 | 8 << 8)
        #expect(String(decoding: file[200..<208], as: UTF8.self) == "V1      ")
        #expect(Self.number(file, at: 208) == 8)
        #expect(String(decoding: file[212..<220], as: UTF8.self) == "Perché?")
        #expect(Self.number(file, at: 220) == 3)
        #expect(Self.double(file, at: 228) == 2)
        #expect(file[236] == 3)
        #expect(String(decoding: file[237..<240], as: UTF8.self) == "Sì")
        #expect(Self.number(file, at: 244) == 4)
        #expect(Self.number(file, at: 252) == 1)
    }

    @Test func namesAndTheEncodingStandBeforeTheRows() {
        let file = Self.file([.init("q1_score", label: "", .number(decimals: 2), .scale)], [[.number(-1.5)], [.missing]])
        let text = String(decoding: file, as: UTF8.self)
        #expect(text.contains("V1=q1_score"))
        #expect(text.contains("UTF-8"))
        #expect(Self.number(file, at: file.count - 24) == 999)
        #expect(Self.double(file, at: file.count - 16) == -1.5)
        #expect(Self.double(file, at: file.count - 8) == -Double.greatestFiniteMagnitude)
    }

    @Test func daysAreSecondsSinceTheCalendarWasReformed() {
        #expect(StatisticsFile.seconds(of: "1582-10-15") == 86_400)
        #expect(StatisticsFile.seconds(of: "1970-01-01") == 12_219_379_200)
        #expect(StatisticsFile.seconds(of: "x") == nil)
    }

    /// Widths are those that PSPP 1.6 and pyreadstat 1.3 read.
    @Test func aLongTextIsSeveralVariables() {
        #expect(StatisticsSegments(width: 0).widths == [0])
        #expect(StatisticsSegments(width: 255).widths == [255])
        #expect(StatisticsSegments(width: 256).widths == [255, 4])
        #expect(StatisticsSegments(width: 810).widths == [255, 255, 255, 54])
        #expect(StatisticsSegments(width: 810).cells == 103)
        let text = String(repeating: "a", count: 256)
        let file = Self.file([.init("q4", label: "", .text, .nominal)], [[.text(text)], [.text("b")]])
        #expect(String(decoding: file, as: UTF8.self).contains("V1=00256\0\t"))
        let first = file.suffix(528).prefix(264)
        #expect(first.count { $0 == UInt8(ascii: "a") } == 256)
        #expect(file.suffix(264).first == UInt8(ascii: "b"))
    }

    @Test func labelsAreCutBetweenCharacters() {
        #expect("èèè".cut(toUTF8: 5) == "èè")
        #expect("abc".cut(toUTF8: 3) == "abc")
    }
}
