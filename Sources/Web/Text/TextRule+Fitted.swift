extension TextRule {
    public static func fitted(_ text: String, as use: Use) -> String {
        let isControlled = text.utf8.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A }
        guard isControlled || flaw(in: text, as: use) != nil else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { fittedLine(String($0), as: use) }
        return lines.joined(separator: use == .name ? " " : "\n")
    }

    private static func fittedLine(_ line: String, as use: Use) -> String {
        let scalars = line.unicodeScalars.filter { scalar in
            !scalar.isTag && !scalar.isNoncharacter && (scalar.value >= 0x20 || scalar == "\t")
        }
        let isBalanced = use == .text && OpenDirections.areBalanced(in: scalars)
        var (kept, marks, hidden) = (String.UnicodeScalarView(), 0, 0)
        for scalar in scalars where isBalanced || !scalar.isDirection {
            hidden = scalar.value >= 0x300 && scalar.properties.isDefaultIgnorableCodePoint ? hidden + 1 : 0
            if hidden > mostHidden { continue }
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: marks += scalar.properties.isDefaultIgnorableCodePoint ? 0 : 1
            case .spacingMark, .format: break
            default: marks = 0
            }
            if marks > mostMarks(scalar), hidden == 0 {
                marks -= 1
                continue
            }
            kept.append(scalar)
        }
        let fitted = String(kept)
        // Keeps only plain characters if the rule still refuses the text.
        return flaw(in: fitted, as: use) == nil ? fitted : String(String.UnicodeScalarView(kept.filter(\.isPlain)))
    }
}

extension OpenDirections {
    fileprivate static func areBalanced(in scalars: some Sequence<Unicode.Scalar>) -> Bool {
        var open = OpenDirections()
        for scalar in scalars where scalar.isDirection && !open.take(scalar) { return false }
        return open.isEmpty
    }
}

extension Unicode.Scalar {
    fileprivate var isPlain: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format: false
        default: !properties.isDefaultIgnorableCodePoint
        }
    }
}
