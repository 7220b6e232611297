import Testing

@testable import Admin

@Suite struct ThreeWayTests {
    private struct Step: Child {
        var id: Int64?
        var text = ""
        var note = ""

        static let table = "step"
        static let ownerColumn = "owner"
        static let fields: [Field<Step>] = [.text("text", \.text), .text("note", \.note)]
    }

    /// `1:Wash 2:Cut/fine`: each with its number, if it has one, its text and its note.
    private func stops(_ text: String) -> JSON {
        .list(
            text.split(separator: " ").map { part in
                let (number, words) = (part.prefix { $0 != ":" }, part.drop { $0 != ":" }.dropFirst().split(separator: "/"))
                let note = words.count > 1 ? String(words[1]) : ""
                return .object([
                    ("id", Int(number).map(JSON.number) ?? .null), ("text", .text(words.first.map(String.init) ?? "")),
                    ("note", .text(note)),
                ])
            })
    }

    private func written(_ packed: JSON) -> String {
        (packed.list ?? []).map { item in
            let note = item["note"]?.text ?? ""
            return (item["id"]?.number.map(String.init) ?? "") + ":" + (item["text"]?.text ?? "") + (note.isEmpty ? "" : "/" + note)
        }.joined(separator: " ")
    }

    private let kind = ChildrenFieldType<Step>(limit: 10, isCompact: false, isFolded: false, part: nil)

    @Test(arguments: [
        // base, mine, theirs, merged
        ("1:a 2:b 3:c", "1:a 2:b 3:c", "1:a 2:b 3:c", "1:a 2:b 3:c"),
        ("1:a 2:b 3:c", "1:A 2:b 3:c", "1:a 2:b 3:C", "1:A 2:b 3:C"),
        ("1:a 2:b 3:c", "1:a 3:c", "1:a 2:b 3:C", "1:a 3:C"),
        ("1:a 2:b 3:c", "1:a 2:b 3:C", "2:b 3:c", "2:b 3:C"),
        ("1:a 2:b", "1:a 2:b :x", "1:a 2:b 3:y", "1:a 2:b 3:y :x"),
        ("1:a 2:b", "1:a 2:b :y", "1:a 2:b 3:y", "1:a 2:b 3:y"),
        ("1:a 2:b", ":x 1:a 2:b", "1:a 3:y 2:b", ":x 1:a 3:y 2:b"),
        ("1:a 2:b 3:c", "3:c 1:a 2:b", "1:a 2:B 3:c 4:d", "3:c 4:d 1:a 2:B"),
        ("1:a 2:b 3:c", "1:a 2:b 3:C :x", "3:c 2:b 1:a", "3:C :x 2:b 1:a"),
        ("1:a 2:b 3:c", "3:c 2:b 1:A", "3:c 2:b 1:a 4:z", "3:c 2:b 1:A 4:z"),
        ("1:a/x", "1:b/x", "1:a/y", "1:b/y"),
        ("", ":a", "7:b", "7:b :a"),
        // A number that is none of the record's is that of a new part.
        ("1:a", "1:a 99:x", "1:A", "1:A :x"),
    ])
    func partsComeTogether(_ base: String, _ mine: String, _ theirs: String, _ merged: String) {
        let result = ThreeWay.merge(kind, base: stops(base), mine: stops(mine), theirs: stops(theirs))
        #expect(written(result.value) == merged)
        #expect(result.disputed.isEmpty)
    }

    @Test(arguments: [
        // Both changed the same, or one what the other took away; both put them in another order; a base without numbers.
        ("1:a 2:b", "1:A 2:b", "1:Ä 2:b 3:c", ["0.text"]), ("1:a/x", "1:b/y", "1:c/z", ["0.text", "0.note"]),
        ("1:a 2:b", "2:b", "1:A 2:b", [""]), ("1:a 2:b", "1:A 2:b", "2:b", [""]), ("1:a 2:b 3:c", "3:c 2:b 1:a", "2:b 1:a 3:c", [""]),
        (":a :b", "1:a 2:B", "1:A 2:b", [""]),
    ])
    func whatIsNotSafeIsAsked(_ base: String, _ mine: String, _ theirs: String, _ disputed: [String]) {
        let result = ThreeWay.merge(kind, base: stops(base), mine: stops(mine), theirs: stops(theirs))
        #expect(result.disputed == disputed)
    }

    @Test func withoutABaseAllThatDiffersIsAsked() {
        let text = TextFieldType(form: .plain, limit: 10, isRequired: false)
        #expect(ThreeWay.merge(text, base: nil, mine: .text("a"), theirs: .text("b")).disputed == [""])
        #expect(ThreeWay.merge(text, base: nil, mine: .text("a"), theirs: .text("a")).disputed.isEmpty)
    }

    @Test func translationsAreMergedByLanguageAndText() throws {
        let kind = TranslationsFieldType(names: ["name", "text"])
        func packed(_ json: String) throws -> JSON { try JSON(parsing: json.utf8) }
        let base = try packed(#"{"en": {"name": {"text": "Bread"}, "text": {"text": "Good"}}}"#)
        let mine = try packed(#"{"en": {"name": {"text": "Loaf"}, "text": {"text": "Good"}}}"#)
        let theirs = try packed(#"{"en": {"name": {"text": "Bread"}}, "it": {"text": {"text": "Buono"}}}"#)
        let merged = ThreeWay.merge(kind, base: base, mine: mine, theirs: theirs)
        let expected = try packed(#"{"en": {"name": {"text": "Loaf"}}, "it": {"text": {"text": "Buono"}}}"#)
        #expect(merged.value == expected)
        #expect(merged.disputed.isEmpty)
        let other = try packed(#"{"en": {"name": {"text": "Roll"}, "text": {"text": "Good"}}}"#)
        #expect(ThreeWay.merge(kind, base: base, mine: mine, theirs: other).disputed == ["en.name"])
    }
}
