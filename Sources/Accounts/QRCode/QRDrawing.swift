struct QRDrawing {
    let size: Int
    private(set) var squares: [[Bool]]
    private var isFixed: [[Bool]]

    init(_ codewords: QRCodewords, mask: Int) {
        size = codewords.version * 4 + 17
        squares = Array(repeating: Array(repeating: false, count: size), count: size)
        isFixed = squares
        drawPatterns(codewords.version)
        drawFormat(mask)
        drawVersion(codewords.version)
        drawData(codewords.bytes, mask)
    }

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        squares[y][x] = isDark
        isFixed[y][x] = true
    }

    private mutating func drawPatterns(_ version: Int) {
        for index in 0..<size {
            fix(6, index, index % 2 == 0)
            fix(index, 6, index % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            for dy in -4...4 {
                for dx in -4...4 where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
                    let distance = max(abs(dx), abs(dy))
                    fix(x + dx, y + dy, distance != 2 && distance != 4)
                }
            }
        }
        let places = alignments(version)
        for (i, x) in places.enumerated() {
            for (j, y) in places.enumerated() {
                if (i == 0 && j == 0) || (i == 0 && j == places.count - 1) || (i == places.count - 1 && j == 0) { continue }
                for dy in -2...2 { for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) } }
            }
        }
    }

    private func alignments(_ version: Int) -> [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
    }

    private mutating func drawFormat(_ mask: Int) {
        var remainder = mask
        for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
        let bits = (mask << 10 | remainder) ^ 0x5412
        func isOn(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
        for bit in 0..<6 { fix(8, bit, isOn(bit)) }
        fix(8, 7, isOn(6))
        fix(8, 8, isOn(7))
        fix(7, 8, isOn(8))
        for bit in 9..<15 { fix(14 - bit, 8, isOn(bit)) }
        for bit in 0..<8 { fix(size - 1 - bit, 8, isOn(bit)) }
        for bit in 8..<15 { fix(8, size - 15 + bit, isOn(bit)) }
        fix(8, size - 8, true)
    }

    private mutating func drawVersion(_ version: Int) {
        guard version >= 7 else { return }
        var remainder = version
        for _ in 0..<12 { remainder = remainder << 1 ^ (remainder >> 11) * 0x1F25 }
        let bits = version << 12 | remainder
        for bit in 0..<18 {
            let (a, b) = (size - 11 + bit % 3, bit / 3)
            fix(a, b, bits >> bit & 1 == 1)
            fix(b, a, bits >> bit & 1 == 1)
        }
    }

    private mutating func drawData(_ bytes: [UInt8], _ mask: Int) {
        var bit = 0
        var right = size - 1
        while right >= 1 {
            if right == 6 { right = 5 }
            for step in 0..<size {
                for x in [right, right - 1] {
                    let y = (right + 1) & 2 == 0 ? size - 1 - step : step
                    if isFixed[y][x] { continue }
                    let isDark = bit < bytes.count * 8 && bytes[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    squares[y][x] = isDark != Self.inverts(mask, x, y)
                    bit += 1
                }
            }
            right -= 2
        }
    }

    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}

extension QRDrawing {
    /// The mask with the lowest penalty wins. The rule on finder-like patterns is omitted: readers compare three finders.
    var penalty: Int {
        let columns = (0..<size).map { x in squares.map { $0[x] } }
        let runs = (squares + columns).reduce(0) { $0 + Self.runs($1) }
        var blocks = 0
        for y in 0..<size - 1 {
            for x in 0..<size - 1 where Set([squares[y][x], squares[y][x + 1], squares[y + 1][x], squares[y + 1][x + 1]]).count == 1 {
                blocks += 3
            }
        }
        let dark = squares.joined().count { $0 }
        return runs + blocks + abs(dark * 20 - size * size * 10) / (size * size) * 10
    }

    private static func runs(_ line: [Bool]) -> Int {
        var (penalty, length) = (0, 0)
        for index in line.indices {
            length = index > 0 && line[index] == line[index - 1] ? length + 1 : 1
            penalty += length == 5 ? 3 : length > 5 ? 1 : 0
        }
        return penalty
    }
}
