import Foundation
import Yams

/// Masks asterisks before parsing, so that aliases are never expanded (nine lines can expand to a billion values), and `\uFEFF`, which the
/// parser drops at the start of a text. Renames earlier duplicates of a key, so that the parser continues. Positions stay.
struct SeedYAML {
    private(set) var mistakes: [(line: Int, column: Int, sentence: SeedSentence)] = []
    private(set) var root: Node?
    private var scalars: [Unicode.Scalar]
    private var masks: PrivateScalars
    private let asterisk: Unicode.Scalar
    private var renamed: [Unicode.Scalar: String] = [:]
    private var marks: [(mask: Unicode.Scalar, written: String)] = []
    /// Keeps the weak anchors of nodes alive.
    private var parser: Parser?

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        masks = PrivateScalars(notIn: scalars)
        asterisk = masks.next()
        noteControls()
        guard mistakes.isEmpty else { return }
        for index in scalars.indices where scalars[index] == "*" { scalars[index] = asterisk }
        maskMarks()
        parse()
    }

    func text(_ scalar: Node.Scalar) -> String {
        if let first = scalar.string.unicodeScalars.first, let name = renamed[first] { return name }
        return unmasked(scalar.string)
    }

    func isRenamed(_ scalar: Node.Scalar) -> Bool { scalar.string.unicodeScalars.first.map { renamed[$0] != nil } ?? false }

    func isAlias(_ scalar: Node.Scalar) -> Bool { scalar.style == .plain && scalar.string.unicodeScalars.first == asterisk }

    private func unmasked(_ text: String) -> String {
        var text = text
        for (mask, written) in marks {
            // Outside double quotes these were only letters.
            text = text.replacing(Self.escape(mask, like: written), with: "\\" + written)
            if text.unicodeScalars.contains(mask) {
                text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == mask ? "\u{FEFF}" : $0 }))
            }
        }
        guard text.unicodeScalars.contains(asterisk) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == asterisk ? "*" : $0 }))
    }

    /// `\uE001`, with the digit count of the original.
    private static func escape(_ mask: Unicode.Scalar, like written: String) -> String {
        let digits = String(mask.value, radix: 16, uppercase: true)
        return "\\" + written.prefix(1) + String(repeating: "0", count: max(0, written.count - 1 - digits.count)) + digits
    }

    private mutating func maskMarks() {
        var index = 0
        while index + 5 < scalars.count {
            guard scalars[index] == "\\" else {
                index += 1
                continue
            }
            let count = scalars[index + 1] == "u" ? 5 : scalars[index + 1] == "U" ? 9 : 0
            let written = String(String.UnicodeScalarView(scalars[(index + 1)...].prefix(count)))
            if count > 0, written.unicodeScalars.count == count, UInt32(written.dropFirst(), radix: 16) == 0xFEFF, let mask = mask(written)
            {
                let escape = Array(Self.escape(mask, like: written).unicodeScalars)
                scalars.replaceSubrange(index..<(index + escape.count), with: escape)
            }
            index += 2
        }
    }

    /// One mask per spelling; none if only longer ones beyond the basic plane are free.
    private mutating func mask(_ written: String) -> Unicode.Scalar? {
        if let known = marks.first(where: { $0.written == written }) { return known.mask }
        let mask = masks.next()
        guard mask.value < 0xF900 else { return nil }
        marks.append((mask, written))
        return mask
    }

    private mutating func parse() {
        for _ in 0..<200 {
            do {
                let parser = try Parser(yaml: String(String.UnicodeScalarView(scalars)), resolver: .basic, encoding: .utf8)
                root = try parser.singleRoot()
                self.parser = parser
                return
            } catch YamlError.duplicatedKeysInMapping(let names, let context) {
                guard rename(names.first ?? "", at: context.mark) else {
                    return note(context.mark, SeedSentences.twiceInMapping(unmasked(names.first ?? ""), line: context.mark.line))
                }
            } catch YamlError.scanner(let context, let problem, let mark, _), YamlError.parser(let context, let problem, let mark, _) {
                return note(
                    mark, YAMLErrorSentences.sentence(problem, context: context.map { ($0.text, $0.mark.line) }, isTab: isTab(at: mark)))
            } catch YamlError.composer(_, _, let mark, _) {
                return note(mark, SeedSentences.manyDocuments)
            } catch {
                return mistakes.append((1, 1, YAMLErrorSentences.sentence("\(error)", context: nil)))
            }
        }
    }

    private mutating func note(_ mark: Mark, _ sentence: SeedSentence) { mistakes.append((mark.line, mark.column, sentence)) }

    private func isTab(at mark: Mark) -> Bool { index(of: mark).map { $0 < scalars.count && scalars[$0] == "\t" } ?? false }

    private mutating func rename(_ name: String, at mark: Mark) -> Bool {
        guard let start = index(of: mark), let end = end(ofKey: Array(name.unicodeScalars), at: start) else { return false }
        let mask = masks.next()
        renamed[mask] = unmasked(name)
        for index in start..<end { scalars[index] = mask }
        return true
    }

    private func end(ofKey name: [Unicode.Scalar], at start: Int) -> Int? {
        guard start < scalars.count else { return nil }
        guard scalars[start] == "\"" || scalars[start] == "'" else {
            return scalars[start...].starts(with: name) && !name.isEmpty ? start + name.count : nil
        }
        var index = start + 1
        while index < scalars.count, scalars[index] != scalars[start] { index += scalars[index] == "\\" && scalars[start] == "\"" ? 2 : 1 }
        return index < scalars.count ? index + 1 : nil
    }

    private func index(of mark: Mark) -> Int? {
        var (line, index) = (1, 0)
        while line < mark.line, index < scalars.count {
            switch scalars[index] {
            case "\r":
                index += index + 1 < scalars.count && scalars[index + 1] == "\n" ? 2 : 1
                line += 1
            case "\n", "\u{85}", "\u{2028}", "\u{2029}":
                index += 1
                line += 1
            default: index += 1
            }
        }
        return index + mark.column - 1 < scalars.count ? index + mark.column - 1 : nil
    }

    /// The parser stops at the first control character and reports only its byte offset.
    private mutating func noteControls() {
        var (line, column) = (1, 1)
        for (index, scalar) in scalars.enumerated() {
            switch scalar.value {
            case 0x0A, 0x85, 0x2028, 0x2029: (line, column) = (line + 1, 0)
            case 0x0D: if index + 1 == scalars.count || scalars[index + 1] != "\n" { (line, column) = (line + 1, 0) }
            case 0x09, 0x20...0x7E, 0xA0...0xFEFE, 0xFF00...0xFFFD, 0x10000...: break
            default: if mistakes.count < 50 { mistakes.append((line, column, SeedSentences.control(scalar))) }
            }
            column += 1
        }
    }
}

private struct PrivateScalars {
    private var free: [Unicode.Scalar]

    init(notIn scalars: [Unicode.Scalar]) {
        var used = Set(scalars.lazy.filter { $0.value >= 0xE000 }.map(\.value))
        // Also those written as \uE000 in double quotes.
        for index in scalars.indices.dropLast(5) where scalars[index] == "\\" && (scalars[index + 1] == "u" || scalars[index + 1] == "U") {
            let digits = scalars[(index + 2)...].prefix(scalars[index + 1] == "u" ? 4 : 8)
            if let code = UInt32(String(String.UnicodeScalarView(digits)), radix: 16) { used.insert(code) }
        }
        // 6,400 in the basic plane and 131,068 beyond it; the size limit of a file guarantees that some are unused.
        free = (UInt32(0xE000)...0xF8FF).lazy.filter { !used.contains($0) }.prefix(300).compactMap(Unicode.Scalar.init)
        if free.count < 300 {
            free += (UInt32(0xF0000)...0xFFFFD).lazy.filter { !used.contains($0) }.prefix(300).compactMap(Unicode.Scalar.init)
        }
        if free.count < 300 {
            free += (UInt32(0x100000)...0x10FFFD).lazy.filter { !used.contains($0) }.prefix(300).compactMap(Unicode.Scalar.init)
        }
        free.reverse()
    }

    mutating func next() -> Unicode.Scalar { free.popLast() ?? "\u{FFFD}" }
}
