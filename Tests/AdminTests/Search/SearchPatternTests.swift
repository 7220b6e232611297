import GRDB
import Testing
import Web

@testable import Admin

@Suite struct SearchPatternTests {
    @Test(arguments: [
        ("Riso integrale", "riso* integrale*"), ("  Caffè-lungo ", "caffe* lungo*"), ("l'olio \"buono\"", "l* olio* buono*"),
        ("2,5 kg", "2* 5* kg*"), ("pane AND NOT latte*", "pane* and* not* latte*"), ("title : x^2", "title* x* 2*"), ("東京", "東京*"),
        ("a\u{0}b_c", "a* b* c*"),
    ])
    func isEveryWordTyped(typed: String, pattern: String) {
        #expect(SearchPattern(typed)?.rawValue == pattern)
    }

    @Test(arguments: ["", " ", "*", "\"(-)\"", "\u{0}", "^:+"])
    func isNothingForSigns(typed: String) {
        #expect(SearchPattern(typed) == nil)
        #expect(SearchPattern(phrase: typed) == nil)
    }

    /// Whatever is typed is no mistake in FTS5's language, and asks for what GRDB's own pattern asks for.
    @Test func asksAsTheLibraryDoes() throws {
        let database = try DatabaseQueue()
        try database.write { db in
            try db.execute(sql: "CREATE VIRTUAL TABLE words USING fts5(text)")
        }
        var random = SystemRandomNumberGenerator()
        let signs = Array("abzAZ09 àÉßıİ«»…'\"*()^:+-_{}[]#@.,;/\\\u{0}\u{1}\u{1A}\u{A0}\u{301}日😀ANDORNOTNEAR")
        for _ in 0..<300 {
            let typed = String((0..<Int.random(in: 0...12, using: &random)).map { _ in signs.randomElement(using: &random)! })
            #expect(
                SearchPattern(typed)?.rawValue == FTS5Pattern(matchingAllPrefixesIn: typed.folded)?.rawPattern, "\(typed.debugDescription)")
            #expect(SearchPattern(phrase: typed)?.rawValue == FTS5Pattern(matchingPhrase: typed.folded)?.rawPattern)
            try database.read { db in
                for pattern in [SearchPattern(typed), SearchPattern(phrase: typed)].compactMap({ $0 }) {
                    _ = try Int.fetchAll(db, sql: "SELECT rowid FROM words WHERE words MATCH ?", arguments: [pattern])
                }
            }
        }
    }
}
