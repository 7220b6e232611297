/// The rule for all text from outside. All scripts pass: pointed Hebrew, Arabic, Thai, Tibetan, Vietnamese, Hangul, emoji.
public enum TextRule {
    public enum Flaw: String, CaseIterable, Error, Sendable {
        /// More marks on one letter than any script has, which cover the lines around.
        case marks
        /// Many invisible characters in a row, or tags outside a flag.
        case hidden
        /// Direction controls in a name or title, which reorder the text after them.
        case direction
        case unbalanced
        /// Numbers that Unicode never assigns.
        case unknown

        public var textKey: String { "web.text.\(rawValue)" }
    }

    public enum Use: Sendable {
        /// One line that other pages show among their own words.
        case name
        case text
    }

    /// Field names of names and titles; other fields hold longer texts.
    private static let names: Set = [
        "name", "nameEn", "title", "titleEn", "called", "label", "firstName", "lastName", "first_name", "last_name", "nickname",
        "displayName",
    ]

    public static func use(of field: String) -> Use {
        names.contains(field.split(separator: ".").last.map(String.init) ?? field) ? .name : .text
    }

    /// Invisible characters in a row: a regional flag has seven.
    static let mostHidden = 8
    static let deepest = 8

    /// Returns what is wrong with a text; nil when nothing is.
    public static func flaw(in text: String, as use: Use) -> Flaw? {
        guard text.isBeyondLatin else { return nil }
        var reading = Reading(use: use)
        for scalar in text.unicodeScalars {
            if let flaw = reading.flaw(at: scalar) { return flaw }
        }
        return reading.flawAtEnd
    }

    /// Whether nothing is visible: spaces, zero-width characters, marks without a letter.
    public static func isBlank(_ text: some StringProtocol) -> Bool { !text.unicodeScalars.contains(where: \.isVisible) }

    /// Visible characters; an emoji sequence counts as one. At least a tenth of the scalars, so that nothing hides in them.
    public static func length(_ text: String) -> Int { max(text.count, (text.unicodeScalars.count + 9) / 10) }

    /// The most consecutive marks: four, or as many as the fullest letters of a script have.
    static func mostMarks(_ mark: Unicode.Scalar) -> Int {
        switch mark.value {
        // A letter with its dot, dagesh, vowel, meteg and accent; a medial, vowels and tones; a Sanskrit stack in Tibetan letters.
        case 0x0591...0x05C7, 0x102B...0x109D, 0x1A55...0x1A7F, 0xA9E5, 0xAA7B...0xAA7D: 6
        case 0x0F18...0x0FC6: 8
        default: 4
        }
    }

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

struct OpenDirections {
    private var areIsolates: [Bool] = []

    var isEmpty: Bool { areIsolates.isEmpty }

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

    mutating func close() -> Bool {
        defer { areIsolates = [] }
        return areIsolates.isEmpty
    }
}

extension Unicode.Scalar {
    var isDirection: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }

    var isTag: Bool { (0xE0000...0xE007F).contains(value) }

    var isNoncharacter: Bool { value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value) }

    var isVisible: Bool {
        if value < 0x7F { return value > 0x20 }
        switch value {
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
