/// A value to write to the seed file.
public indirect enum SeedValue: Sendable {
    case text(String)
    /// As it is written, such as `1.60`.
    case number(String)
    case flag(Bool)
    case list([SeedValue])
    case map([(String, SeedValue)])
    /// `!include seed/pictures.yaml`
    case include(String)
}

/// Blocks, quotes only where needed, no folding. Equal values give equal bytes.
enum SeedYAMLText {
    static func document(_ value: SeedValue) -> String {
        switch value {
        case .list(let items) where items.isEmpty: "[]\n"
        case .map(let pairs) where pairs.isEmpty: "{}\n"
        default: block(value, "") + "\n"
        }
    }

    private static func block(_ value: SeedValue, _ indent: String) -> String {
        switch value {
        case .map(let pairs) where !pairs.isEmpty:
            pairs.map { "\(indent)\($0.0):" + after($0.1, indent) }.joined(separator: "\n")
        case .list(let items) where !items.isEmpty:
            items.map { item in
                if case .map(let pairs) = item, !pairs.isEmpty {
                    return "\(indent)- " + block(item, indent + "  ").dropFirst(indent.count + 2)
                }
                return "\(indent)-" + after(item, indent)
            }.joined(separator: "\n")
        default: indent + inline(value, indent)
        }
    }

    private static func after(_ value: SeedValue, _ indent: String) -> String {
        switch value {
        case .map(let pairs) where !pairs.isEmpty: "\n" + block(value, indent + "  ")
        case .list(let items) where !items.isEmpty && !items.allSatisfy(\.isNumber): "\n" + block(value, indent + "  ")
        default: " " + inline(value, indent)
        }
    }

    private static func inline(_ value: SeedValue, _ indent: String) -> String {
        switch value {
        case .text(let text): Self.text(text, indent)
        case .number(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .include(let path): "!include \(Self.text(path, indent))"
        case .list(let items): "[" + items.map { inline($0, indent) }.joined(separator: ", ") + "]"
        case .map: "{}"
        }
    }

    private static func text(_ text: String, _ indent: String) -> String {
        if text.contains("\n"), isLiteral(text) {
            let ending = text.hasSuffix("\n\n") ? "+" : text.hasSuffix("\n") ? "" : "-"
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
            return "|\(ending)\n" + lines.map { $0.isEmpty ? "" : indent + "  " + $0 }.joined(separator: "\n")
        }
        if isPlain(text) { return text }
        if text.unicodeScalars.allSatisfy(isPrintable), text.contains("\"") || text.contains("\\") {
            return "'" + text.replacing("'", with: "''") + "'"
        }
        return escaped(text)
    }

    /// Whether a literal block keeps the lines: leading spaces on the first line and lines of spaces would be lost.
    private static func isLiteral(_ text: String) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first?.unicodeScalars.first, first != " ", first != "\t" else { return false }
        return lines.allSatisfy { line in
            line.unicodeScalars.allSatisfy { isPrintable($0) || $0 == "\t" }
                && (line.isEmpty || !line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 })
        }
    }

    private static func isPlain(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, first.isOfWords, last != " ", last != ":" else { return false }
        guard PlainWord(text) == nil, !text.looksTimed, scalars.allSatisfy(isPrintable) else { return false }
        return !text.contains(": ") && !text.contains(" #")
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: return false
        default:
            let category = scalar.properties.generalCategory
            return category != .format && category != .privateUse && category != .unassigned
        }
    }

    private static func escaped(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            default:
                if isPrintable(scalar) { quoted.unicodeScalars.append(scalar) } else { quoted += code(scalar.value) }
            }
        }
        return quoted + "\""
    }

    private static func code(_ value: UInt32) -> String {
        let (letter, width) = value <= 0xFF ? ("x", 2) : value <= 0xFFFF ? ("u", 4) : ("U", 8)
        let digits = String(value, radix: 16, uppercase: true)
        return "\\\(letter)" + String(repeating: "0", count: width - digits.count) + digits
    }
}

extension SeedValue {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}

extension Unicode.Scalar {
    fileprivate var isOfWords: Bool { properties.isAlphabetic || properties.numericType != nil }
}

extension String {
    /// `2:00` and `2026-05-03`, which some readers take for seconds and a date.
    fileprivate var looksTimed: Bool {
        guard let first = utf8.first, (0x30...0x39).contains(first) else { return false }
        return utf8.allSatisfy { (0x30...0x3A).contains($0) || "-.TZtz+ _".utf8.contains($0) }
    }
}
