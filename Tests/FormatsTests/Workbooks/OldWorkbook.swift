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
    /// A stream of less than 4,096 bytes lies in the pieces of the root.
    var isSmall = false

    static func little(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }

    static func record(_ type: UInt16, _ content: [UInt8]) -> [UInt8] { little(type) + little(UInt16(content.count)) + content }

    /// A text as the file has it: its length, its width, its characters.
    static func wide(_ text: String) -> [UInt8] { little(UInt16(text.utf16.count)) + [1] + text.utf16.flatMap { little($0) } }

    private func content(_ row: Int, _ column: Int, _ cell: Cell) -> [UInt8] {
        let place = Self.little(UInt16(row)) + Self.little(UInt16(column)) + [0, 0]
        switch cell {
        case .shared(let number): return Self.record(0xFD, place + Self.little(UInt32(number)))
        case .label(let text): return Self.record(0x204, place + Self.wide(text))
        case .number(let number): return Self.record(0x203, place + Self.little(number.bitPattern))
        case .packed(let number): return Self.record(0x27E, place + Self.little(number))
        case .many(let numbers):
            let cells = numbers.flatMap { [0, 0] + Self.little($0) }
            return Self.record(0xBD, Array(place.dropLast(2)) + cells + Self.little(UInt16(column + numbers.count - 1)))
        case .flag(let flag): return Self.record(0x205, place + [flag ? 1 : 0, 0])
        case .formula(let text):
            return Self.record(0x06, place + [0, 0, 0, 0, 0, 0, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 8))
                + Self.record(0x207, Self.wide(text))
        }
    }

    var stream: [UInt8] {
        let start = Self.record(0x809, Self.little(UInt16(0x600)) + Self.little(UInt16(5)) + [UInt8](repeating: 0, count: 12))
        let table = shared.enumerated().flatMap { index, part in
            Self.record(index == 0 ? 0xFC : 0x3C, (index == 0 ? Self.little(UInt32(9)) + Self.little(UInt32(9)) : []) + part)
        }
        let lock = isLocked ? Self.record(0x2F, [0, 0]) : []
        let names = sheets.map { sheet in [UInt8(sheet.name.utf16.count), 1] + sheet.name.utf16.flatMap { Self.little($0) } }
        let length = start.count + lock.count + names.reduce(0) { $0 + 4 + 6 + $1.count } + table.count + 4
        let bodies = sheets.map { sheet in
            start + sheet.cells.flatMap { content($0.row, $0.column, $0.cell) } + Self.record(0x0A, [])
        }
        var (place, heads): (Int, [UInt8]) = (length, [])
        for (name, body) in zip(names, bodies) {
            heads += Self.record(0x85, Self.little(UInt32(place)) + [0, 0] + name)
            place += body.count
        }
        return start + lock + heads + table + Self.record(0x0A, []) + bodies.joined()
    }

    var bytes: Data { Self.container("Workbook", isSmall ? stream : stream + [UInt8](repeating: 0, count: max(0, 4_096 - stream.count))) }

    /// A compound file with one stream: sector 0 is the table, 1 the directory, 2 the table of pieces, and the stream follows.
    static func container(_ name: String, _ stream: [UInt8]) -> Data {
        let isSmall = stream.count < 4_096
        let sectors = (stream.count + 511) / 512
        let free = UInt32(0xFFFF_FFFF)
        var next: [UInt32] = [0xFFFF_FFFD, 0xFFFF_FFFE, 0xFFFF_FFFE]
        for index in 0..<sectors { next.append(index == sectors - 1 ? 0xFFFF_FFFE : UInt32(index + 4)) }
        func table(_ numbers: [UInt32]) -> [UInt8] { (0..<128).flatMap { little(numbers.indices.contains($0) ? numbers[$0] : free) } }
        func entry(_ name: String, _ type: UInt8, _ start: UInt32, _ size: Int) -> [UInt8] {
            let units = name.utf16.flatMap { little($0) }
            return units + [UInt8](repeating: 0, count: 64 - units.count) + little(UInt16(units.count + 2)) + [type]
                + [UInt8](repeating: 0, count: 49) + little(start) + little(UInt64(size))
        }
        let pieces = (stream.count + 63) / 64
        let root = entry("Root Entry", 5, isSmall ? 3 : 0xFFFF_FFFE, isSmall ? stream.count : 0)
        let directory = root + entry(name, 2, isSmall ? 0 : 3, stream.count)
        var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 16)
        header += little(UInt16(0x3E)) + little(UInt16(3)) + little(UInt16(0xFFFE)) + little(UInt16(9)) + little(UInt16(6))
        header += [UInt8](repeating: 0, count: 10) + little(UInt32(1)) + little(UInt32(1)) + little(UInt32(0)) + little(UInt32(4_096))
        header +=
            little(UInt32(isSmall ? 2 : 0xFFFF_FFFE)) + little(UInt32(isSmall ? 1 : 0)) + little(UInt32(0xFFFF_FFFE)) + little(UInt32(0))
        header += little(UInt32(0)) + [UInt8](repeating: 0xFF, count: 108 * 4)
        let small = table((0..<pieces).map { $0 == pieces - 1 ? 0xFFFF_FFFE : UInt32($0 + 1) })
        let padding = [UInt8](repeating: 0, count: sectors * 512 - stream.count)
        return Data(header + table(next) + directory + [UInt8](repeating: 0, count: 512 - directory.count) + small + stream + padding)
    }
}
