/// Text for a terminal, in which nothing can move the cursor, or hide or turn around what is beside it.
public enum TerminalText {
    /// Shows control characters, bidirectional controls and separators of lines as in JSON, except line ends and tabs; drops isolates.
    public static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isShown($0) || isIsolate($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars where !isIsolate(scalar) {
            guard isShown(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return result
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        // Some terminals obey the controls of the second range too.
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066, 0x2067: true
        default: false
        }
    }

    private static func isIsolate(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x2068 || scalar.value == 0x2069 }
}
