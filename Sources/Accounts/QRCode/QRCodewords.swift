struct QRCodewords {
    let version: Int
    let bytes: [UInt8]

    /// Correction bytes per block and number of blocks by version, level M (ISO/IEC 18004, table 9).
    private static let correction = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
    private static let blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

    init?(_ data: [UInt8]) {
        let fitting = (1...20).first { version in
            4 + Self.lengthBits(version) + 8 * data.count <= 8 * Self.dataCapacity(version)
        }
        guard let version = fitting else { return nil }
        self.version = version
        bytes = Self.interleaved(Self.padded(data, version), version)
    }

    private static func lengthBits(_ version: Int) -> Int { version < 10 ? 8 : 16 }

    private static func capacity(_ version: Int) -> Int {
        var squares = (16 * version + 128) * version + 64
        if version >= 2 {
            let marks = version / 7 + 2
            squares -= (25 * marks - 10) * marks - 55
            if version >= 7 { squares -= 36 }
        }
        return squares / 8
    }

    private static func dataCapacity(_ version: Int) -> Int { capacity(version) - correction[version - 1] * blocks[version - 1] }

    private static func padded(_ data: [UInt8], _ version: Int) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) { for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) } }
        append(0b0100, 4)  // bytes
        append(data.count, lengthBits(version))
        for byte in data { append(Int(byte), 8) }
        let capacity = 8 * dataCapacity(version)
        append(0, min(4, capacity - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var padding = 0xEC
        while bits.count < capacity {
            append(padding, 8)
            padding ^= 0xEC ^ 0x11
        }
        return stride(from: 0, to: bits.count, by: 8).map { start in bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
    }

    private static func interleaved(_ data: [UInt8], _ version: Int) -> [UInt8] {
        let (count, degree, all) = (blocks[version - 1], correction[version - 1], capacity(version))
        let shortLength = all / count - degree
        let firstLong = count - all % count
        let solomon = ReedSolomon(degree: degree)
        var parts: [(data: [UInt8], correction: [UInt8])] = []
        var start = 0
        for index in 0..<count {
            let end = start + shortLength + (index < firstLong ? 0 : 1)
            let part = Array(data[start..<end])
            parts.append((part, solomon.correction(for: part)))
            start = end
        }
        var result: [UInt8] = []
        for index in 0...shortLength { for part in parts where index < part.data.count { result.append(part.data[index]) } }
        for index in 0..<degree { for part in parts { result.append(part.correction[index]) } }
        return result
    }
}
