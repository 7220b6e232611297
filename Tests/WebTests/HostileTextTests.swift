import Foundation
import TestSupport
import Testing

@testable import Web

/// Numbers, headers and documents from outside, at the edges and broken.
@Suite struct HostileTextTests {
    @Test func numbersOutsideTheirBoundsAreNone() {
        for text in ["\(Int.min)", "\(Int.max)", "4611686018427387905", "-4611686018427387905", "1e3", "NaN", "", " 5", "٣", "0x10", "1.5"]
        {
            #expect(Int(text, in: .whole) == nil, "\(text)")
            #expect(Int64(recordID: text) == nil, "\(text)")
        }
        for text in ["0", "-1"] { #expect(Int64(recordID: text) == nil) }
        #expect(Int("4611686018427387904", in: .whole) == 1 << 62)
        #expect(Int64(recordID: "4611686018427387904") == 1 << 62)
        #expect(Int("9007199254740993", in: .versions) == nil)
        #expect(UInt8("256", in: 0...1_000) == nil)
        // Whatever the bounds, what comes through can be turned and counted on from.
        #expect(Int("\(Int.min)", in: Int.min...Int.max) == nil)
    }

    @Test func decimalsBecomeWholeNumbersWithoutAnEnd() {
        #expect(Int(cutting: .nan) == 0)
        #expect(Int(cutting: .infinity) == 1 << 62)
        #expect(Int(cutting: -1e308) == -(1 << 62))
        #expect(Int(cutting: -1.9) == -1)
        #expect(Int(nearest: 1.5) == 2)
        for text in ["nan", "inf", "-infinity", "0x1p4", "1e999", "", "e", "1,5"] { #expect(Double(finite: text) == nil, "\(text)") }
        #expect(Double(finite: "-1.5e3") == -1_500)
    }

    @Test func mutatedDocumentsEndNothing() {
        let texts = [
            "# A\n\n1. x\n999999999. y\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n[x](javascript:1) ![a](b) <b>&#999999999;</b>",
            "a=1&b=%E2%82%AC&c[]=+5&d=%zz",
        ]
        var length = 0
        let tried = Fuzzing.mutate("texts", texts, 300) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            length += Markdown.html(text).utf8.count + Form(query: text).values.count
            _ = HeaderValue(text)
        }
        #expect(tried >= 600)
        #expect(length > 10_000)
    }
}
