/// The bytes of a data file of SPSS, little-endian.
struct StatisticsBytes {
    /// Means no number.
    static let missing = -Double.greatestFiniteMagnitude

    var bytes: [UInt8] = []

    mutating func add(whole numbers: Int32...) {
        for number in numbers { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    }

    mutating func add(_ number: Double) { withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 } }

    mutating func add(_ text: String) { bytes += Array(text.utf8) }

    mutating func add(_ text: String, padded width: Int) {
        let own = Array(text.utf8.prefix(width))
        bytes += own + Array(repeating: UInt8(ascii: " "), count: width - own.count)
    }

    /// Begins an extension record of `count` parts of `size` bytes.
    mutating func begin(_ kind: Int32, of size: Int32, count: Int) {
        add(whole: 7, kind, size, Int32(count))
    }

    mutating func add(_ kind: Int32, _ text: String) {
        begin(kind, of: 1, count: text.utf8.count)
        add(text)
    }
}

/// How the format divides a variable: a text longer than 255 bytes becomes several, each made for 252 bytes but filled with 255.
struct StatisticsSegments {
    /// Of each segment; one 0 for a number.
    let widths: [Int]

    private static let (filled, made) = (255, 252)

    init(width: Int) {
        guard width > Self.filled else {
            widths = [width]
            return
        }
        let count = (width + Self.made - 1) / Self.made
        widths = Array(repeating: Self.filled, count: count - 1) + [width - Self.made * (count - 1)]
    }

    /// Cells of eight bytes.
    var cells: Int { widths.reduce(0) { $0 + max(1, ($1 + 7) / 8) } }

    func filled(with text: String) -> [UInt8] {
        var left = Array(text.utf8)[...]
        return widths.flatMap { width -> [UInt8] in
            let own = left.prefix(widths.count > 1 ? min(Self.filled, (width + 7) / 8 * 8) : width)
            left = left.dropFirst(own.count)
            return own + Array(repeating: UInt8(ascii: " "), count: (width + 7) / 8 * 8 - own.count)
        }
    }
}

extension String {
    /// The longest beginning of whole characters that fits.
    func cut(toUTF8 limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var size = 0
        return String(
            prefix { character in
                size += character.utf8.count
                return size <= limit
            })
    }
}
