import Testing

@testable import Admin

@Suite struct JSONReaderTests {
    @Test(arguments: [
        #"{"a":[1,-2.5,true,null,"è \"x\" \\ \n\t\u0001",{"c":{}}]}"#, "[]", #""\u007f""#, "9007199254740993", "-0.5",
    ])
    func readsWhatIsWritten(text: String) throws {
        #expect(try JSONReader.read(Array(text.utf8)).compact == text)
    }

    @Test func readsEscapesAndNumbersOfEveryForm() throws {
        #expect(try JSONReader.read(Array(#""\u00e8\/\b\ud83c\udf5e""#.utf8)).text == "è/\u{08}🍞")
        for (text, number) in [("3.0", 3), ("1e2", 100), ("12E-1", nil), ("-0", 0)] as [(String, Int?)] {
            #expect(try JSONReader.read(Array(text.utf8)).number == number, "\(text)")
        }
        #expect(try JSONReader.read(Array("99999999999999999999".utf8)) == .decimal(1e20))
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "'a'", "tru", "nulll", "01", "+1", "1.", ".5", "1e", "0x1",
        "NaN",
        "Infinity", "1e999", "[1] 2", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"",
        "\u{FEFF}{}", "// x\n1", "\"\\u+123\"",
    ])
    func refusesWhatIsNoJSON(text: String) {
        #expect(throws: JSONReader.Mistake.self) { try JSONReader.read(Array(text.utf8)) }
    }

    @Test func refusesWhatTwoProgramsCouldReadInTwoWays() {
        #expect(throws: JSONReader.Mistake.twice("a")) { try JSONReader.read(Array(#"{"a":1,"b":2,"\u0061":3}"#.utf8)) }
        #expect(throws: JSONReader.Mistake.notUTF8) { try JSONReader.read([0x22, 0xFF, 0x22]) }
        #expect(throws: JSONReader.Mistake.notUTF8) { try JSONReader.read([0x22, 0xED, 0xA0, 0x80, 0x22]) }
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        #expect(throws: JSONReader.Mistake.tooDeep) { try JSONReader.read(Array(deep.utf8)) }
        let deepest = String(repeating: "[", count: 1_000_000)
        #expect(throws: JSONReader.Mistake.tooDeep) { try JSONReader.read(Array(deepest.utf8)) }
    }

    @Test func stopsAtItsLimits() throws {
        var limits = JSONReader.Limits()
        (limits.values, limits.bytes) = (4, 30)
        #expect(try JSONReader.read(Array("[1,2,3]".utf8), limits: limits).list?.count == 3)
        #expect(throws: JSONReader.Mistake.tooLarge) { try JSONReader.read(Array("[1,2,3,4]".utf8), limits: limits) }
        #expect(throws: JSONReader.Mistake.tooLarge) { try JSONReader.read(Array(#"{"a":1,"b":2}"#.utf8), limits: limits) }
        #expect(throws: JSONReader.Mistake.tooLarge) { try JSONReader.read(Array(repeating: 0x20, count: 31), limits: limits) }
    }

    @Test func takesFilesOfOtherProgramsAsTheyAre() throws {
        #expect(try JSON(parsing: #"{"a":1,"b":2,"a":3}"#.utf8) == .object([("a", .number(3)), ("b", .number(2))]))
        #expect(try JSON(parsing: [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)) == .list([.number(1)]))
    }
}
