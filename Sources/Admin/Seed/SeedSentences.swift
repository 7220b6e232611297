import GRDB
import Web

/// A refusal of a record that a seed file writes, with a sentence for people.
public protocol SeedWriteRefusal: Error {
    func sentence(_ words: Words) -> String
}

/// The messages about seed files; the texts are below `seed`.
enum SeedSentences {
    static func cannotWrite(_ title: String, _ key: String, _ error: any Error, _ words: Words) -> SeedSentence {
        SeedSentence(
            key: "cannotWrite", ["list": SeedSentence(title), "name": SeedSentence(key), "reason": cause(error, words)])
    }

    private static func cause(_ error: any Error, _ words: Words) -> SeedSentence {
        switch error {
        case let error as any SeedWriteRefusal: SeedSentence(error.sentence(words))
        case WriteRefusal.titleTaken: SeedSentence(key: "cause.taken")
        case WriteRefusal.changedMeanwhile: SeedSentence(key: "cause.changed")
        case let error as DatabaseError: SeedSentence(error.description)
        default: SeedSentence(String(reflecting: error))
        }
    }

    static func refusal(_ key: String, _ values: [String: String]) -> SeedSentence {
        SeedSentence(key: "refused.\(key)", values.mapValues { SeedSentence($0) })
    }

    /// - Parameter expected: a text below `seed.types`.
    static func wrongType(expected: String, found item: SeedItem) -> SeedSentence {
        SeedSentence(key: "wrongType", ["expected": SeedSentence(key: "types.\(expected)"), "found": found(item)])
    }

    private static func found(_ item: SeedItem) -> SeedSentence {
        switch item.content {
        case .scalar where item.isSecret: SeedSentence(key: "found.secret")
        case .list: SeedSentence(key: "types.list")
        case .map: SeedSentence(key: "types.map")
        case .broken: SeedSentence(key: "found.nothing")
        case .scalar(let text, let isPlain):
            switch isPlain ? PlainWord(text) : nil {
            case .null?: SeedSentence(key: "found.nothing")
            case .flag?: SeedSentence(key: "found.flag", ["text": text.shortened])
            case .number?: SeedSentence(key: "found.number", ["text": text.shortened])
            case nil: SeedSentence(key: "found.text", ["text": text.shortened])
            }
        }
    }

    static func quotes(_ text: String) -> SeedSentence { SeedSentence(key: "quotes", ["text": SeedSentence(text)]) }

    static func unknown(_ what: String, _ text: String, among known: [String], most: Int = 12) -> SeedSentence {
        SeedSentence(key: "unknown", ["what": SeedSentence(what), "text": text.shortened]) + suggestion(text, among: known, most: most)
    }

    static func unknownPart(_ text: String, among known: [String]) -> SeedSentence {
        SeedSentence(key: "unknown", ["what": SeedSentence(key: "part"), "text": text.shortened]) + suggestion(text, among: known)
    }

    static func suggestion(_ text: String, among known: [String], most: Int = 12) -> SeedSentence {
        if let meant = nearest(to: text, among: known) { return didYouMean(meant) }
        return known.isEmpty || known.count > most
            ? "" : SeedSentence(key: "oneOf", ["names": SeedSentence(known.joined(separator: ", "))])
    }

    static func didYouMean(_ text: String) -> SeedSentence { SeedSentence(key: "didYouMean", ["text": SeedSentence(text)]) }

    static func missing(_ key: String) -> SeedSentence { SeedSentence(key: "missing", ["name": SeedSentence(key)]) }
    static func twiceInMapping(_ key: String, line: Int) -> SeedSentence {
        SeedSentence(key: "twiceInMapping", ["name": key.shortened, "line": SeedSentence(String(line))])
    }
    static func twiceInList(_ what: String, _ text: String, place: String) -> SeedSentence {
        SeedSentence(key: "twiceInList", ["what": SeedSentence(what), "text": text.shortened, "place": SeedSentence(place)])
    }
    static func titleTaken(_ title: String, key: String) -> SeedSentence {
        SeedSentence(key: "titleTaken", ["title": title.shortened, "name": SeedSentence(key)])
    }

    static func conflict(_ value: SeedChange.Value, _ reason: SeedVerdict.Reason) -> SeedSentence {
        var values = [
            "field": SeedSentence(value.field), "file": SeedValue.words(value.file), "site": SeedValue.words(value.site),
            "last": SeedValue.words(value.last),
        ]
        switch reason {
        case .owned(let owner):
            values["owner"] = SeedSentence(owner)
            return SeedSentence(key: "conflict.owned", values)
        case .found, .file: return SeedSentence(key: "conflict.found", values)
        case .both, .people: return SeedSentence(key: "conflict.people", values)
        }
    }

    static func conflict(in fields: SeedSentence, _ reason: SeedVerdict.Reason) -> SeedSentence {
        switch reason {
        case .owned(let owner): SeedSentence(key: "conflict.ownedEntry", ["owner": SeedSentence(owner), "fields": fields])
        case .both, .people: SeedSentence(key: "conflict.peopleEntry", ["fields": fields])
        case .found, .file: SeedSentence(key: "conflict.foundEntry", ["fields": fields])
        }
    }

    /// The site's and the file's values of an entry, such as `rows: [] -> [latte]`.
    static func values(_ values: [SeedChange.Value]) -> SeedSentence {
        .joined(
            values.map { SeedSentence($0.field + ": ") + SeedValue.words($0.site) + " -> " + SeedValue.words($0.file) }, by: "; ")
    }

    static func removed(_ key: String) -> SeedSentence { SeedSentence(key: "conflict.removed", ["name": key.shortened]) }

    /// A question about a record without a key: is it the old one under a new name?
    static func same(_ key: String, as old: String) -> SeedSentence {
        SeedSentence(key: "conflict.same", ["name": key.shortened, "old": old.shortened])
    }

    static func trashed(_ key: String, hasChanged: Bool) -> SeedSentence {
        SeedSentence(key: hasChanged ? "conflict.trashedChanged" : "conflict.trashed", ["name": key.shortened])
    }

    static let notUTF8 = SeedSentence(key: "notUTF8")
    static let empty = SeedSentence(key: "empty")
    static let noSuchFile = SeedSentence(key: "noSuchFile")
    static let unreadable = SeedSentence(key: "unreadable")
    static let manyDocuments = SeedSentence(key: "manyDocuments")
    static let anchor = SeedSentence(key: "anchor")
    static let asterisk = SeedSentence(key: "asterisk")
    static let complexKey = SeedSentence(key: "complexKey")
    static let pattern = SeedSentence(key: "pattern")
    static let noMatch = SeedSentence(key: "noMatch")
    static func folder(_ path: String) -> SeedSentence { SeedSentence(key: "folder", ["path": path.shortened]) }
    static func noOrder(_ list: String) -> SeedSentence { SeedSentence(key: "noOrder", ["list": SeedSentence(list)]) }
    static let leaves = SeedSentence(key: "leaves")
    static let tooDeep = SeedSentence(key: "tooDeep")
    static func tooLarge(_ megabytes: Int) -> SeedSentence { SeedSentence(key: "tooLarge", ["limit": SeedSentence(String(megabytes))]) }
    static func tooMuch(_ what: String, _ limit: Int) -> SeedSentence {
        SeedSentence(key: "tooMuch.\(what)", ["limit": SeedSentence(String(limit))])
    }
    static func cycle(_ path: String) -> SeedSentence { SeedSentence(key: "cycle", ["path": SeedSentence(path)]) }
    static func include(_ path: String, _ reason: SeedSentence) -> SeedSentence {
        SeedSentence(key: "include", ["path": path.shortened, "reason": reason])
    }
    static func file(_ path: String, _ reason: SeedSentence) -> SeedSentence {
        SeedSentence(key: "file", ["path": path.shortened, "reason": reason])
    }
    static func control(_ scalar: Unicode.Scalar) -> SeedSentence {
        SeedSentence(key: "control", ["code": SeedSentence(String(scalar.value, radix: 16, uppercase: true))])
    }
    static func tag(_ tag: String) -> SeedSentence {
        SeedSentence(key: "unknown", ["what": "tag", "text": tag.shortened]) + suggestion(tag, among: ["!include", "!secret"])
    }
}

extension String {
    /// Line ends as spaces, and other controls as their numbers.
    var onOneLine: String {
        let scalars = unicodeScalars.map { ["\t", "\n", "\r"].contains($0) ? " " : $0 }
        return TerminalText.escaped(String(String.UnicodeScalarView(scalars)))
    }

    /// Fits a terminal line.
    fileprivate var shortened: SeedSentence {
        SeedSentence(String(unicodeScalars.prefix(60)).onOneLine + (unicodeScalars.count > 60 ? "…" : ""))
    }
}
