import Foundation

/// A compound file (MS-CFB), the container of old Office files. Sizes and chains are checked before anything is read.
struct CompoundFile {
    private let bytes: [UInt8]
    private let sectorSize: Int
    private let fat: [UInt32]
    private var entries: [Entry] = []

    private struct Entry {
        let name: String
        let start: UInt32
        let size: Int
    }

    static func isOne(_ bytes: Data) -> Bool { bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) }

    private static let (end, entrySize, miniSize) = (UInt32(0xFFFF_FFFE), 128, 64)

    /// nil for another or a broken file.
    init?(_ data: Data) {
        bytes = Array(data)
        let shift = bytes.little16(0x1E) ?? 0
        guard Self.isOne(data), [9, 12].contains(shift) else { return nil }
        sectorSize = 1 << Int(shift)
        guard let table = Self.table(bytes, sectorSize) else { return nil }
        fat = table
        guard let first = bytes.little32(0x30), let directory = chain(from: first, fat) else { return nil }
        entries = stride(from: 0, to: directory.count - Self.entrySize + 1, by: Self.entrySize).compactMap { Self.entry(directory, at: $0) }
    }

    var names: [String] { entries.map(\.name) }

    func stream(_ name: String) -> [UInt8]? {
        guard let entry = entries.first(where: { $0.name == name }) else { return nil }
        let content = entry.size < Int(bytes.little32(0x38) ?? 4096) ? small(entry) : chain(from: entry.start, fat)
        return content.map { Array($0.prefix(entry.size)) }
    }

    /// A short stream is kept in pieces within the root's stream.
    private func small(_ entry: Entry) -> [UInt8]? {
        guard let root = entries.first, let pieces = chain(from: root.start, fat), let first = bytes.little32(0x3C),
            let table = chain(from: first, fat)
        else { return nil }
        let next = (0..<table.count / 4).compactMap { table.little32($0 * 4) }
        var (content, at, steps): ([UInt8], UInt32, Int) = ([], entry.start, 0)
        while at < Self.end {
            let place = Int(at) * Self.miniSize
            guard steps <= next.count, Int(at) < next.count, place + Self.miniSize <= pieces.count else { return nil }
            content += pieces[place..<place + Self.miniSize]
            (at, steps) = (next[Int(at)], steps + 1)
        }
        return content
    }

    private func chain(from start: UInt32, _ table: [UInt32]) -> [UInt8]? {
        var (content, at, steps): ([UInt8], UInt32, Int) = ([], start, 0)
        while at < Self.end {
            guard steps <= table.count, Int(at) < table.count, let sector = Self.sector(bytes, Int(at), sectorSize) else { return nil }
            content += sector
            (at, steps) = (table[Int(at)], steps + 1)
        }
        return content
    }

    /// The last sector of a file may be cut off.
    private static func sector(_ bytes: [UInt8], _ number: Int, _ size: Int) -> ArraySlice<UInt8>? {
        let place = (number + 1) * size
        return place < bytes.count ? bytes[place..<min(place + size, bytes.count)] : nil
    }

    /// The table of following sectors, whose own sectors the header lists, and then a chain of lists.
    private static func table(_ bytes: [UInt8], _ size: Int) -> [UInt32]? {
        var sectors = (0..<109).compactMap { bytes.little32(0x4C + $0 * 4) }.filter { $0 < end - 2 }
        var (more, steps) = (bytes.little32(0x44) ?? end, 0)
        while more < end - 2 {
            guard steps <= bytes.count / size, let list = sector(bytes, Int(more), size).map(Array.init), list.count == size else {
                return nil
            }
            sectors += (0..<size / 4 - 1).compactMap { list.little32($0 * 4) }.filter { $0 < end - 2 }
            (more, steps) = (list.little32(size - 4) ?? end, steps + 1)
        }
        guard sectors.count <= bytes.count / size + 1 else { return nil }
        return sectors.flatMap { number -> [UInt32] in
            let part = sector(bytes, Int(number), size).map(Array.init) ?? []
            return (0..<part.count / 4).compactMap { part.little32($0 * 4) }
        }
    }

    private static func entry(_ directory: [UInt8], at place: Int) -> Entry? {
        guard let length = directory.little16(place + 0x40), (2...64).contains(length), let start = directory.little32(place + 0x74),
            let size = directory.little32(place + 0x78), size < 1 << 30
        else { return nil }
        let units = (0..<Int(length) / 2 - 1).compactMap { directory.little16(place + $0 * 2) }
        return Entry(name: String(decoding: units, as: UTF16.self), start: start, size: Int(size))
    }
}

extension Array<UInt8> {
    /// A number of two bytes, lowest first; nil beyond the end.
    func little16(_ place: Int) -> UInt16? {
        guard place >= 0, place + 2 <= count else { return nil }
        return UInt16(self[place]) | UInt16(self[place + 1]) << 8
    }

    func little32(_ place: Int) -> UInt32? {
        guard let low = little16(place), let high = little16(place + 2) else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }

    func little64(_ place: Int) -> UInt64? {
        guard let low = little32(place), let high = little32(place + 4) else { return nil }
        return UInt64(low) | UInt64(high) << 32
    }
}
