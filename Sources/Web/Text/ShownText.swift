import Foundation
import NIOCore

/// Displays user text safely even from an older database: limits marks, closes directions and isolates the text from its surroundings. Most
/// text is unchanged. Risky text is put between two characters that no text contains; `resolved` turns them into `<bdi>`, and removes them
/// in attributes and fields.
public enum ShownText {
    static let begin: UInt8 = 0x0E
    static let end: UInt8 = 0x0F

    /// Removes what `TextRule` refuses: marks, directions and unassigned numbers.
    public static func sanitized(_ text: String) -> String {
        guard needsSanitizing(text) else { return text }
        let scalars = Array(text.unicodeScalars)
        let loose = looseDirections(scalars)
        var shown = String.UnicodeScalarView()
        var marks = 0
        for (index, scalar) in scalars.enumerated() where !loose.contains(index) && !scalar.isNoncharacter {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark:
                guard !scalar.properties.isDefaultIgnorableCodePoint else { break }
                marks += 1
                if marks > TextRule.mostMarks(scalar) { continue }
            case .spacingMark, .format: break
            default: marks = 0
            }
            shown.append(scalar)
        }
        return String(shown)
    }

    /// Settles the text and adds isolating controls, for plain text such as a message.
    public static func isolated(_ text: String) -> String { needsSanitizing(text) ? "\u{2068}\(sanitized(text))\u{2069}" : text }

    private static func looseDirections(_ scalars: [Unicode.Scalar]) -> Set<Int> {
        var loose: Set<Int> = []
        var open: [(index: Int, isIsolate: Bool)] = []
        for (index, scalar) in scalars.enumerated() {
            switch scalar.value {
            case 0x0A, 0x0D, 0x85, 0x2029:
                loose.formUnion(open.map(\.index))
                open = []
            case 0x202C, 0x2069:
                if open.last?.isIsolate == (scalar.value == 0x2069) { open.removeLast() } else { loose.insert(index) }
            case 0x202A...0x202E, 0x2066...0x2068:
                if open.count < TextRule.deepest { open.append((index, scalar.value >= 0x2066)) } else { loose.insert(index) }
            default: break
            }
        }
        return loose.union(open.map(\.index))
    }

    /// Whether a text could reorder or cover its surroundings.
    public static func needsSanitizing(_ text: String) -> Bool {
        guard text.isBeyondLatin else { return false }
        var marks = 0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case ..<0x300: marks = 0
            // Right-to-left letters and the controls.
            case 0x590...0x5FF, 0x606...0x8FF, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFC,
                0x10800...0x10FFF,
                0x1E800...0x1EFFF:
                return true
            case 0x370...0x482, 0x2010...0x2065, 0x3400...0x9FFF, 0xAC00...0xD7A3: marks = 0
            default:
                switch scalar.properties.generalCategory {
                case .nonspacingMark, .enclosingMark: marks += 1
                case .spacingMark, .format: break
                default: marks = 0
                }
                if marks > 4 { return true }
            }
        }
        return false
    }

    static func resolved(_ page: ByteBuffer) -> ByteBuffer {
        page.withUnsafeReadableBytes { bytes in
            guard let start = bytes.baseAddress, memchr(start, Int32(begin), bytes.count) != nil else { return page }
            var resolving = IsolatedTexts(page: bytes.bindMemory(to: UInt8.self))
            return ByteBuffer(bytes: resolving.resolved())
        }
    }
}

extension String {
    public var withoutDirections: String {
        guard unicodeScalars.contains(where: \.isDirection) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirection }))
    }

    /// Escapes text for a page of `Pages`, and isolates risky text.
    public func escapedForPage() -> String {
        guard ShownText.needsSanitizing(self) else { return escapedForHTML() }
        return "\u{0E}\(escapedForHTML())\u{0F}"
    }
}
