import Foundation

/// Writes a small `.xls` file (MS-XLS in MS-CFB) as Excel 97 would.
struct OldWorkbook {
    enum Cell {
        /// Of the shared texts, by its number.
        case shared(Int)
        case label(String), number(Double), packed(UInt32), many([UInt32]), flag(Bool), formula(String)
    }

    struct Sheet {
        let name: String
        let cells: [(row: Int, column: Int, cell: Cell)]
    }

    var shared: [[UInt8]] = []
    var sheets: [Sheet] = []
    /// Whether a password protects it.
    var isLocked = false
    /// A stream of less than 4,096 bytes is kept in pieces within the root.
    var isSmall = false

    static func little(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }

    static func record(_ type: UInt16, _ content: [UInt8]) -> [UInt8] { little(type) + little(UInt16(content.count)) + content }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// The characters of a text in two bytes each.
    static func units(_ text: String) -> [UInt8] { Array(text.utf16.map { little($0) }.joined()) }

    /// A text as the file has it: its length, its width, its characters.
    static func wide(_ text: String) -> [UInt8] { little(UInt16(text.utf16.count)) + [1] + units(text) }

    private func content(_ row: Int, _ column: Int, _ cell: Cell) -> [UInt8] {
        let corner: [UInt8] = Self.little(UInt16(row)) + Self.little(UInt16(column))
        let place: [UInt8] = corner + Self.zeros(2)
        switch cell {
        case .shared(let number): return Self.record(0xFD, place + Self.little(UInt32(number)))
        case .label(let text): return Self.record(0x204, place + Self.wide(text))
        case .number(let number): return Self.record(0x203, place + Self.little(number.bitPattern))
        case .packed(let number): return Self.record(0x27E, place + Self.little(number))
        case .many(let numbers):
            let cells: [UInt8] = Array(numbers.map { Self.zeros(2) + Self.little($0) }.joined())
            return Self.record(0xBD, corner + cells + Self.little(UInt16(column + numbers.count - 1)))
        case .flag(let flag): return Self.record(0x205, place + [UInt8(flag ? 1 : 0)] + Self.zeros(1))
        case .formula(let text):
            let result: [UInt8] = Self.zeros(6) + [0xFF, 0xFF] + Self.zeros(8)
            return Self.record(0x06, place + result) + Self.record(0x207, Self.wide(text))
        }
    }

    var stream: [UInt8] {
        let start: [UInt8] = Self.record(0x809, Self.little(UInt16(0x600)) + Self.little(UInt16(5)) + Self.zeros(12))
        var table: [UInt8] = []
        for (index, part) in shared.enumerated() {
            let counts: [UInt8] = index == 0 ? Self.little(UInt32(9)) + Self.little(UInt32(9)) : []
            table += Self.record(index == 0 ? 0xFC : 0x3C, counts + part)
        }
        let lock: [UInt8] = isLocked ? Self.record(0x2F, Self.zeros(2)) : []
        let names: [[UInt8]] = sheets.map { [UInt8($0.name.utf16.count), 1] + Self.units($0.name) }
        let end = Self.record(0x0A, [])
        let length = start.count + lock.count + names.reduce(0) { $0 + 4 + 6 + $1.count } + table.count + end.count
        let bodies: [[UInt8]] = sheets.map { sheet in
            start + Array(sheet.cells.map { content($0.row, $0.column, $0.cell) }.joined()) + end
        }
        var (place, heads): (Int, [UInt8]) = (length, [])
        for (name, body) in zip(names, bodies) {
            heads += Self.record(0x85, Self.little(UInt32(place)) + Self.zeros(2) + name)
            place += body.count
        }
        return start + lock + heads + table + end + Array(bodies.joined())
    }

    var bytes: Data { Self.container("Workbook", isSmall ? stream : stream + Self.zeros(max(0, 4_096 - stream.count))) }

    /// A compound file with one stream: sector 0 is the table, 1 the directory, 2 the table of pieces, and the stream follows.
    static func container(_ name: String, _ stream: [UInt8]) -> Data {
        let isSmall = stream.count < 4_096
        let sectors = (stream.count + 511) / 512
        let free = UInt32(0xFFFF_FFFF)
        var next: [UInt32] = [0xFFFF_FFFD, 0xFFFF_FFFE, 0xFFFF_FFFE]
        for index in 0..<sectors { next.append(index == sectors - 1 ? 0xFFFF_FFFE : UInt32(index + 4)) }
        func table(_ numbers: [UInt32]) -> [UInt8] {
            Array((0..<128).map { little(numbers.indices.contains($0) ? numbers[$0] : free) }.joined())
        }
        func entry(_ name: String, _ type: UInt8, _ start: UInt32, _ size: Int) -> [UInt8] {
            let letters = units(name)
            let head: [UInt8] = letters + zeros(64 - letters.count) + little(UInt16(letters.count + 2)) + [type]
            return head + zeros(49) + little(start) + little(UInt64(size))
        }
        let pieces = (stream.count + 63) / 64
        let root = entry("Root Entry", 5, isSmall ? 3 : 0xFFFF_FFFE, isSmall ? stream.count : 0)
        let directory = root + entry(name, 2, isSmall ? 0 : 3, stream.count)
        var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + zeros(16)
        for number: UInt16 in [0x3E, 3, 0xFFFE, 9, 6] { header += little(number) }
        header += zeros(10)
        let tables: [UInt32] = [1, 1, 0, 4_096, isSmall ? 2 : 0xFFFF_FFFE, isSmall ? 1 : 0, 0xFFFF_FFFE, 0, 0]
        for number in tables { header += little(number) }
        header += [UInt8](repeating: 0xFF, count: 108 * 4)
        let small = table((0..<pieces).map { $0 == pieces - 1 ? 0xFFFF_FFFE : UInt32($0 + 1) })
        let padding = zeros(sectors * 512 - stream.count)
        return Data(header + table(next) + directory + zeros(512 - directory.count) + small + stream + padding)
    }
}
