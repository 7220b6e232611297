import Foundation
import TestSupport
import Testing
import Web

@testable import Citations

/// The child processes that evaluate expressions.
@Suite struct XPathProcessTests {
    private let page = XPathPage(text: "<p>1</p><p>2</p>")
    private let pool = XPathPool(most: 1)

    private func count(_ expression: String, _ pool: XPathPool, on page: XPathPage) throws -> Int {
        try pool.ask(.select, expression, at: 0, of: page, microseconds: 1_000_000).bytes.count / MemoryLayout<UInt32>.size
    }

    @Test func aProcessIsKeptForTheNextExpressionAndTheNextPage() throws {
        #expect(try count("//p", pool, on: page) == 2)
        let first = pool.waiting
        #expect(try count("//p", pool, on: XPathPage(text: "<p>")) == 1)
        #expect(throws: XPathRefusal.invalid) { try count("//p[", pool, on: page) }
        #expect(pool.waiting == first)
        #expect(first.count == 1)
    }

    @Test func oneThatWasEndedIsReplaced() throws {
        #expect(try count("//p", pool, on: page) == 2)
        let first = try #require(pool.waiting.first)
        kill(first, SIGKILL)
        #expect(try count("//p", pool, on: page) == 2)
        #expect(pool.waiting != [first])
    }

    /// The process is held until the expression has been sent.
    @Test func oneThatDiesInTheMiddleIsReplaced() async throws {
        #expect(try count("//p", pool, on: page) == 2)
        let first = try #require(pool.waiting.first)
        kill(first, SIGSTOP)
        let answer = Task.detached { try count("//p[2]", pool, on: page) }
        while !pool.waiting.isEmpty { await Task.yield() }
        kill(first, SIGKILL)
        #expect(try await answer.value == 1)
        #expect(pool.waiting != [first])
    }

    @Test func oneThatTookTooLongIsReplaced() throws {
        let large = XPathPage(text: String(repeating: "<i>x</i>", count: 1_000))
        #expect(throws: XPathRefusal.endless) {
            try pool.ask(.select, "//*[//*[//*[//*[false()]]]]", at: 0, of: large, microseconds: 1_000)
        }
        #expect(pool.waiting.isEmpty)
        #expect(try count("//p", pool, on: page) == 2)
    }

    @Test func aProgramThatOnlyDiesOrIsNotThereIsSaid() {
        #expect(throws: XPathRefusal.endless) { try count("//p", XPathPool(program: "/bin/false"), on: page) }
        #expect(throws: XPathRefusal.unavailable) { try count("//p", XPathPool(program: "/no/such/program"), on: page) }
    }

    /// It opens no file, starts no process and gets nothing of the environment.
    @Test func itIsConfined() throws {
        #expect(try count("//p", pool, on: page) == 2)
        let child = try #require(pool.waiting.first)
        let limits = try String(contentsOfFile: "/proc/\(child)/limits", encoding: .utf8)
        for name in ["Max open files", "Max processes", "Max file size", "Max core file size"] {
            let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix(name) })
            #expect(line.dropFirst(name.count).split(separator: " ").first == "0", "\(line)")
        }
        let size = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max address space") })
        #expect(!size.contains("unlimited"))
        let status = try String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1"))
        #expect(status.contains("Threads:\t1"))
    }

    @Test func manyAskAtOnce() async throws {
        let page = page
        let pool = XPathPool(most: 2)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...40 { group.addTask { try count("//p[\(number % 3 + 1)]", pool, on: page) } }
            return try await group.reduce(0, +)
        }
        #expect(counts == 27)
        #expect(pool.waiting.count <= 2)
    }

    /// Made of what expressions are made of, from a seed.
    @Test func randomExpressionsHaveAnAnswerOrARefusal() throws {
        let text = "<div id=x><i class=a>1</i><i>2</i><p>l'ora <b>3</b></p></div>" + String(repeating: "<p>x", count: 50)
        let page = try #require(HTMLDocument(text, time: .seconds(100_000)))
        let parts = [
            "//", "/", "..", ".", "*", "i", "p", "div", "@class", "@*", "text()", "node()", "[", "]", "(", ")", "|", "=", "!=", "<", ">=",
            "+",
            "-", " div ", " mod ", " and ", " or ", "1", "0.5", "'x'", "\"l'\"", ",", "count(", "sum(//*", "string(",
            "translate(., 'a', 'b')",
            "concat(., .)", "position()", "last()", "id('x')", "ancestor::", "following::", "preceding-sibling::", "namespace::",
            "self::node()",
            "$v", "\u{0}", "è", "🙂", " ",
        ]
        let trace = Trace("xpath")
        var chance = SeededRandomGenerator(seed: Fuzzing.seed)
        var (answered, refused) = (0, 0)
        for _ in 0..<(Fuzzing.isWhole ? 20_000 : 400) {
            let isSoup = Bool.random(using: &chance)
            let expression =
                isSoup
                ? (0..<Int.random(in: 1...14, using: &chance)).compactMap { _ in parts.randomElement(using: &chance) }.joined()
                : Self.path(3, &chance)
            trace.begin(expression)
            do throws(XPathRefusal) {
                _ = try page.select(expression, within: .milliseconds(20))
                answered += 1
            } catch {
                refused += 1
                #expect(error != .unavailable)
            }
        }
        #expect(answered > 50)
        #expect(refused > 50)
    }

    /// A path that is well formed, with so many levels of conditions.
    private static func path(_ depth: Int, _ chance: inout SeededRandomGenerator) -> String {
        let axes = ["//", "/descendant::", "//ancestor::", "//following::", "//preceding-sibling::", "//self::"]
        let tests = ["*", "i", "p", "div", "text()", "node()"]
        let conditions = [
            "1", "last()", "position() mod 2 = 1", "@class", ". = 'x'", "string-length() > 1", "count(..//*) + 1", "lang('it')",
        ]
        let step = (axes.randomElement(using: &chance) ?? "//") + (tests.randomElement(using: &chance) ?? "*")
        switch Int.random(in: 0...4, using: &chance) {
        case 0 where depth > 0: return step + "[" + path(depth - 1, &chance) + " = " + path(depth - 1, &chance) + "]"
        case 1 where depth > 0: return step + " | " + path(depth - 1, &chance)
        case 2 where depth > 0: return step + "[sum(" + path(depth - 1, &chance) + ") > 1]"
        default: return step + "[" + (conditions.randomElement(using: &chance) ?? "1") + "]"
        }
    }
}
