import Foundation
import Hummingbird
import TestSupport
import Testing

@testable import Web

/// Thousands of damaged bodies, each cut in several ways: never a crash, never over a limit, the same result for every cutting, and no
/// file left behind.
struct MultipartFuzzTests {
    private enum Outcome: Equatable {
        case refused(Int)
        case read([String: [String]], files: [String: [String]])
    }

    /// SplitMix64: the same bodies on every machine.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    private let folder = try! TemporaryFolder()

    private var limits: Form.Limits {
        var limits = Form.Limits()
        (limits.textBytes, limits.fileBytes, limits.fields, limits.files, limits.nameBytes) = (200, 150, 6, 3, 20)
        limits.folder = folder.path
        return limits
    }

    private static let sample = Array(
        """
        preamble\r\n--B0\r\nContent-Disposition: form-data; name="title"\r\n\r\nRiso \u{E8}\r\n--\r\n--B0\r\nContent-Disposition: \
        form-data; name="f"; filename="a\\"b.png"\r\nContent-Type: image/png\r\n\r\n\r\n--B\r\n\0\u{1}data\r\n--B0 \r\nContent-Disposition: \
        form-data; name=tags\r\n\r\n\r\n--B0\r\nContent-Disposition: form-data; name="tags"\r\n\r\ny\r\n--B0--\r\nepilogue
        """.utf8)
    private static let tokens = [
        "\r\n", "--B0", "\r\n--B0\r\n", "\r\n\r\n", "--", "\"", "; name=", "; filename=\"", "\0", "%22", "\r", "\n", "B0", "form-data",
    ]
    .map { Array($0.utf8) }

    private static func damage(_ body: inout [UInt8], _ dice: inout Dice) {
        for _ in 0..<Int.random(in: 0...5, using: &dice) {
            let at = Int.random(in: 0...body.count, using: &dice)
            let end = min(body.count, at + Int.random(in: 0...40, using: &dice))
            switch Int.random(in: 0..<6, using: &dice) {
            case 0: if at < body.count { body[at] = UInt8.random(in: 0...255, using: &dice) }
            case 1: body.removeSubrange(at..<end)
            case 2: body.insert(contentsOf: body[at..<end], at: Int.random(in: 0...body.count, using: &dice))
            case 3: body.insert(contentsOf: tokens.randomElement(using: &dice) ?? [], at: at)
            case 4: body.removeSubrange(at...)
            default:
                body.insert(
                    contentsOf: repeatElement(body.randomElement(using: &dice) ?? 0, count: Int.random(in: 1...120, using: &dice)), at: at)
            }
        }
    }

    private func outcome(_ body: [UInt8], cuts: [Int]) throws -> Outcome {
        do {
            var form = try MultipartForm(boundary: Array("B0".utf8), limits: limits)
            var start = 0
            for cut in cuts + [body.count] {
                try form.feed(body[start..<cut])
                start = cut
            }
            let result = try form.finish()
            #expect(result.values.values.joined().reduce(0) { $0 + $1.utf8.count } <= limits.textBytes * 3)  // repair makes 3 bytes of 1
            #expect(result.values.values.joined().count <= limits.fields)
            #expect(result.files.values.joined().count <= limits.files)
            let files = try result.files.mapValues { files in
                try files.map { file in
                    let content = try Data(contentsOf: URL(fileURLWithPath: file.path))
                    #expect(content.count == file.size)
                    #expect(file.size <= limits.fileBytes)
                    return file.name + ":" + content.map { String($0) }.joined(separator: ",")
                }
            }
            return .read(result.values, files: files)
        } catch let error as HTTPError {
            return .refused(error.status.code)
        }
    }

    @Test func damagedBodiesGiveTheSameForEveryCutting() throws {
        var dice = Dice(state: 20_261_121)
        var read = 0
        for _ in 0..<2_000 {
            var body = Self.sample
            Self.damage(&body, &dice)
            let whole = try outcome(body, cuts: [])
            if case .read = whole { read += 1 }
            let some = (0..<Int.random(in: 1...6, using: &dice)).map { _ in Int.random(in: 0...body.count, using: &dice) }.sorted()
            let pieces = Int.random(in: 1...9, using: &dice)
            for cuts in [some, Array(stride(from: pieces, to: body.count, by: pieces))] {
                let cut = try outcome(body, cuts: cuts)
                #expect(cut == whole, "\(String(decoding: body, as: UTF8.self).debugDescription) cut at \(cuts)")
            }
        }
        // Otherwise the fuzzing would only show that rubbish is refused.
        #expect((400...1_900).contains(read), "\(read)")
        #expect(folder.contents.isEmpty)
    }
}
