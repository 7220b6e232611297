/// The rule for every text that people or programs send: what it may hold, and what counts as something written.
///
/// The writing of the world passes: pointed Hebrew, Arabic, Thai, Tibetan, Vietnamese in any normal form, Hangul, emoji sequences.
public enum TextRule {
    /// Why a text is not taken.
    public enum Flaw: String, CaseIterable, Error, Sendable {
        /// More marks on one letter than any writing has: they cover the lines around.
        case marks
        /// Many characters in a row that show nothing, or tags that belong to no flag.
        case hidden
        /// Controls of the direction of writing in a name or title: they turn what comes after.
        case direction
        /// Such controls in a longer text that are not closed in their line.
        case unbalanced
        /// Numbers that Unicode never gives to a character.
        case unknown

        /// The sentence about it, for who wrote the text.
        public var textKey: String { "web.text.\(rawValue)" }
    }

    /// What a text is for.
    public enum Use: Sendable {
        /// A name, a title: one line that other pages show among their own words.
        case name
        /// Anything longer.
        case text
    }

    /// What fields for names and titles are called; the values of others are longer texts.
    private static let names: Set = [
        "name", "nameEn", "title", "titleEn", "called", "label", "firstName", "lastName", "first_name", "last_name", "nickname",
        "displayName",
    ]

    /// What the value of a field is for, by the name of the field.
    public static func use(of field: String) -> Use {
        names.contains(field.split(separator: ".").last.map(String.init) ?? field) ? .name : .text
    }

    /// Characters in a row that show nothing: a flag of a region has seven.
    static let mostHidden = 8
    /// Directions inside one another.
    static let deepest = 8

    /// What is wrong with a text, nil for nearly every one.
    public static func flaw(in text: String, as use: Use) -> Flaw? {
        guard text.isBeyondLatin else { return nil }
        var reading = Reading(use: use)
        for scalar in text.unicodeScalars {
            if let flaw = reading.flaw(at: scalar) { return flaw }
        }
        return reading.flawAtEnd
    }

    /// Whether nothing of a text can be seen: spaces, characters without width or ink, marks without a letter.
    public static func isBlank(_ text: some StringProtocol) -> Bool { !text.unicodeScalars.contains(where: \.isVisible) }

    /// Letters as a reader counts them, an emoji of many parts as one; never fewer than a tenth of the parts, so that nothing hides in them.
    public static func length(_ text: String) -> Int { max(text.count, (text.unicodeScalars.count + 9) / 10) }

    /// How many marks may follow one another: four, and as many as the fullest letters of their writing have.
    static func mostMarks(_ mark: Unicode.Scalar) -> Int {
        switch mark.value {
        // A letter with its dot, dagesh, vowel, meteg and accent; a medial, vowels and tones; a Sanskrit stack in Tibetan letters.
        case 0x0591...0x05C7, 0x102B...0x109D, 0x1A55...0x1A7F, 0xA9E5, 0xAA7B...0xAA7D: 6
        case 0x0F18...0x0FC6: 8
        default: 4
        }
    }

    /// The state of one reading from the first character to the last.
    private struct Reading {
        let use: Use
        private var (marks, hidden) = (0, 0)
        private var open = OpenDirections()
        private var before: Unicode.Scalar = " "

        init(use: Use) { self.use = use }

        mutating func flaw(at scalar: Unicode.Scalar) -> Flaw? {
            defer { before = scalar }
            if before.isTag, !scalar.isTag, before.value != 0xE007F { return .hidden }
            if scalar.value < 0x300 {
                (marks, hidden) = (0, 0)
                return scalar == "\n" && !open.close() ? .unbalanced : nil
            }
            if scalar.isNoncharacter { return .unknown }
            if scalar.isTag, !before.isTag, before.value != 0x1F3F4 { return .hidden }
            if scalar.isDirection {
                if use == .name { return .direction }
                if !open.take(scalar) { return .unbalanced }
            }
            if scalar.properties.isDefaultIgnorableCodePoint {
                hidden += 1
                return hidden > TextRule.mostHidden ? .hidden : nil
            }
            hidden = 0
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: marks += 1
            case .spacingMark: break
            default: marks = 0
            }
            return marks > 0 && marks > TextRule.mostMarks(scalar) ? .marks : nil
        }

        var flawAtEnd: Flaw? {
            if before.isTag, before.value != 0xE007F { return .hidden }
            return open.isEmpty ? nil : .unbalanced
        }
    }
}

/// The controls of direction that are open in a line, the innermost last.
struct OpenDirections {
    private var areIsolates: [Bool] = []

    var isEmpty: Bool { areIsolates.isEmpty }

    /// Opens or closes one; false where there is nothing to close, or too much open.
    mutating func take(_ control: Unicode.Scalar) -> Bool {
        switch control.value {
        case 0x202C: return closeLast(isIsolate: false)
        case 0x2069: return closeLast(isIsolate: true)
        default:
            guard areIsolates.count < TextRule.deepest else { return false }
            areIsolates.append(control.value >= 0x2066)
            return true
        }
    }

    private mutating func closeLast(isIsolate: Bool) -> Bool {
        guard areIsolates.last == isIsolate else { return false }
        areIsolates.removeLast()
        return true
    }

    /// Ends the line; whether nothing was open.
    mutating func close() -> Bool {
        defer { areIsolates = [] }
        return areIsolates.isEmpty
    }
}

extension Unicode.Scalar {
    /// An embedding, override or isolate, or the end of one.
    var isDirection: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }

    /// A letter of the hidden names of flags.
    var isTag: Bool { (0xE0000...0xE007F).contains(value) }

    var isNoncharacter: Bool { value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value) }

    /// Whether it shows something by itself.
    var isVisible: Bool {
        if value < 0x7F { return value > 0x20 }
        switch value {
        // The empty pattern of Braille, what stands for an object or a note, and the marks of annotations.
        case 0x2800, 0xFFF9...0xFFFC, 0x1D159: return false
        default: break
        }
        if properties.isWhitespace || properties.isDefaultIgnorableCodePoint || isNoncharacter { return false }
        switch properties.generalCategory {
        case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned: return false
        default: return true
        }
    }
}
