import GRDB
import Web

/// A refusal of a record that a seed file writes, with a sentence for people.
public protocol SeedWriteRefusal: Error {
    func sentence(_ words: Words) -> String
}

/// The messages about seed files. English only: they are read in a terminal by the server's operator.
enum SeedSentences {
    static func cause(_ error: any Error, _ words: Words) -> String {
        switch error {
        case let error as any SeedWriteRefusal: error.sentence(words)
        case WriteRefusal.titleTaken: "another record has its title, or what else only one may have"
        case WriteRefusal.changedMeanwhile: "it was changed meanwhile"
        case let error as DatabaseError: error.description
        default: String(reflecting: error)
        }
    }

    static func refusal(_ key: String, _ values: [String: String]) -> String {
        guard let text = refusals[key] else { return key + values.sorted { $0.key < $1.key }.map { " \($0.key) \($0.value)" }.joined() }
        return values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    private static let refusals: [String: String] = [
        "blank": "must not be empty",
        "long": "is longer than {limit} characters",
        "oneLine": "must be a single line",
        "controls": "holds control characters",
        "text.marks": "has more marks on one letter than any writing",
        "text.hidden": "holds many characters in a row that show nothing",
        "text.direction": "holds characters that turn the direction of writing, which a name cannot",
        "text.unbalanced": "turns the direction of writing without turning it back in the same line",
        "text.unknown": "holds a number that is no character",
        "number": "must be a whole number from {from} to {to}",
        "money": "must be an amount such as 1.60, from {from} to {to}",
        "moment": "must be a moment such as 2026-05-03T15:00:00Z",
        "clock": "must be minutes and seconds in quotes, such as \"2:30\"",
        "place": "must be latitude and longitude in degrees, such as [42.35120, 13.39900]",
        "phone": "must be a telephone number",
        "url": "must be an address that begins with http:// or https://",
        "tooMany": "has more than {limit} entries",
        "noneChosen": "must name one at least",
        "twice": "is named twice",
        "key": "must be made of lower-case letters, digits and hyphens: write '{key}'",
        "digits": "must be four digits in quotes",
        "threePictures": "must be three pictures",
        "name": "must have 1 to 200 characters",
        "country": "is no country: give its two letters, as IT",
        "wasItself": "is the record's own key: name the key that it had before",
        "wasBoth": "both '{was}' and '{key}' are records of the site: move one to the trash, or take 'was' out",
        "signInName": "must have 2 to 64 of a-z 0-9 . _ - and begin with a letter or digit",
        "ownRole": "must be 'own-' and then lower-case letters, digits and hyphens",
        "roleScope": "cannot change: people may have the role already",
        "zone": "is not a time zone such as Europe/Rome",
        "hash": "is not a password hash as an export writes it",
        "sound": "is not a recording as an export writes it, in Base64",
        "passwordAndHash": "stands beside 'password': give one of them",
        "password.short": "is too weak: it must have at least 15 characters",
        "password.long": "is too long: at most 1024 bytes",
        "password.common": "is too weak: it is easily guessed",
        "password.context": "is too weak: it is made of the account's or the site's own names",
        "password.demo": "is the demonstration password, which is printed in the manual: only accounts with 'demo: true' may have it",
        "wholeSite": "does not fit: the role '{role}' is for the whole site",
        "otherScope": "belongs to another {scope}",
        "picture.empty": "is empty",
        "picture.notAPicture": "is not a picture (JPEG, PNG, WebP, GIF, HEIC or AVIF)",
        "picture.tooLarge": "is larger than {limit}",
        "picture.tooManyPixels": "has more than {limit} million pixels",
        "picture.broken": "is damaged",
        "picture.tooHeavy": "takes too long or too much memory to decode",
        "picture.diskFull": "cannot be stored: the disk is full",
        "picture.busy": "cannot be stored now: too many others wait",
        "picture.unavailable": "cannot be stored: the log says why",
    ]

    static func wrongType(expected: String, found item: SeedItem) -> String {
        let found =
            switch item.content {
            case .list: "a list"
            case .map: "a mapping"
            case .broken: "nothing"
            case .scalar(let text, let isPlain):
                switch isPlain ? PlainWord(text) : nil {
                case .null?: "nothing"
                case .flag?: "'\(text.shortened)', which YAML may take for yes or no"
                case .number?: "the number \(text.shortened)"
                case nil: "the text '\(text.shortened)'"
                }
            }
        return "expected \(expected), found \(found)"
    }

    static func quotes(_ text: String) -> String { ": write \"\(text)\" in quotes" }

    static func unknown(_ what: String, _ text: String, among known: [String]) -> String {
        "unknown \(what) '\(text.shortened)'" + suggestion(text, among: known)
    }

    static func suggestion(_ text: String, among known: [String]) -> String {
        if let meant = nearest(to: text, among: known) { return ": did you mean '\(meant)'?" }
        return known.isEmpty || known.count > 12 ? "" : ": it must be one of \(known.joined(separator: ", "))"
    }

    static func missing(_ key: String) -> String { "'\(key)' is missing" }
    static func twiceInMapping(_ key: String, line: Int) -> String { "duplicate key '\(key.shortened)': line \(line) has it already" }
    static func twiceInList(_ what: String, _ text: String, place: String) -> String {
        "duplicate \(what) '\(text.shortened)': \(place) has it already"
    }
    static func titleTaken(_ title: String, key: String) -> String {
        "'\(title.shortened)' is the name of another record of the database: its key is '\(key)'"
    }

    static func conflict(_ value: SeedChange.Value, _ reason: SeedVerdict.Reason) -> String {
        let (site, file) = (SeedValue.words(value.site), SeedValue.words(value.file))
        return switch reason {
        case .owned(let owner):
            "conflict: \(value.field): '\(owner)' keeps it and wrote \(SeedValue.words(value.last)); this file says \(file), the site \(site)"
        case .found, .file: "conflict: \(value.field): this file says \(file), the site \(site), and no file wrote it before"
        case .both, .people:
            "conflict: \(value.field): this file says \(file), people changed the site to \(site), last written \(SeedValue.words(value.last))"
        }
    }

    static func conflict(in fields: String, _ reason: SeedVerdict.Reason) -> String {
        if case .owned(let owner) = reason { return "conflict: '\(owner)' keeps it; this file says something else: \(fields)" }
        return "conflict: the site has something else, and no file wrote it before: \(fields)"
    }

    static func trashed(_ key: String, hasChanged: Bool) -> String {
        "conflict: people moved '\(key.shortened)' to the trash" + (hasChanged ? ", and the file has changed it since" : "")
    }

    static let notUTF8 = "the file is not UTF-8 text"
    static let empty = "the file holds nothing"
    static let noSuchFile = "there is no such file"
    static let manyDocuments = "a seed file holds a single document: take out the '---'"
    static let anchor = "anchors (&name) and aliases (*name) are not taken in seed files: write the value out, or use !include"
    static let asterisk = "an alias (*name) is not taken in seed files: write the value out, or in quotes if it is a text"
    static let complexKey = "a key must be a plain word"
    static let leaves = "leaves the folder of the seed file"
    static let tooDeep = "values are nested too deeply"
    static func tooLarge(_ megabytes: Int) -> String { "the file is larger than \(megabytes) MB" }
    static func tooMuch(_ what: String) -> String { "the seed holds more than \(what)" }
    static func cycle(_ path: String) -> String { "'\(path)' includes itself" }
    static func include(_ path: String, _ reason: String) -> String { "cannot include '\(path.shortened)': \(reason)" }
    static func file(_ path: String, _ reason: String) -> String { "'\(path.shortened)': \(reason)" }
    static func control(_ scalar: Unicode.Scalar) -> String {
        "the control character U+\(String(scalar.value, radix: 16, uppercase: true)) is not taken"
    }
    static func tag(_ tag: String) -> String { "unknown tag '\(tag.shortened)'" + suggestion(tag, among: ["!include"]) }
    static func syntax(_ problem: String, context: String?) -> String { "YAML: " + (context.map { $0 + ", " } ?? "") + problem }
}

extension String {
    /// Fits a terminal line, without line ends and control characters.
    fileprivate var shortened: String {
        let scalars = unicodeScalars.prefix(60).map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? " " : $0 }
        return String(String.UnicodeScalarView(scalars)) + (unicodeScalars.count > 60 ? "…" : "")
    }
}
