import Foundation

/// Does not call `tar`, because an archive may be hostile: only plain files with plain names are accepted, and no file is larger than the
/// archive.
struct TapeArchive {
    struct Entry: Equatable {
        let name: String
        let size: Int
    }

    struct Refused: Error, Equatable {
        let what: String
    }

    private static let block = 512
    let size: Int
    private let file: FileHandle
    private var position = 0
    private var (left, filling) = (0, 0)

    init(_ path: String) throws {
        guard AtomicFile.isRegular(path), let file = FileHandle(forReadingAtPath: path) else { throw Refused(what: "not a file") }
        self.file = file
        size = Int(try file.seekToEnd())
        try file.seek(toOffset: 0)
    }

    mutating func next() throws -> Entry? {
        position += left + filling
        try file.seek(toOffset: UInt64(position))
        (left, filling) = (0, 0)
        let head = [UInt8](try file.read(upToCount: Self.block) ?? Data())
        guard head.count == Self.block else { throw Refused(what: position == 0 ? "too short" : "cut off") }
        position += Self.block
        if head.allSatisfy({ $0 == 0 }) { return nil }
        if head.starts(with: [0x1F, 0x8B]) { throw Refused(what: "compressed") }
        guard head[257..<262].elementsEqual("ustar".utf8), Self.octal(head[148..<156]) == Self.sum(head) else {
            throw Refused(what: position == Self.block ? "no tar archive" : "damaged head")
        }
        let name = String(decoding: head[..<100].prefix { $0 != 0 }, as: UTF8.self)
        guard head[156] == UInt8(ascii: "0") || head[156] == 0 else { throw Refused(what: "no plain file: " + name.prefix(60)) }
        guard head[345] == 0, BackupManifest.isSafe(name) else { throw Refused(what: "no plain name") }
        guard let length = Self.number(head[124..<136]), length <= size - position else { throw Refused(what: "cut off: " + name) }
        left = length
        filling = (Self.block - length % Self.block) % Self.block
        return Entry(name: name, size: length)
    }

    mutating func read() throws -> Data {
        guard left > 0 else { return Data() }
        guard let bytes = try file.read(upToCount: min(left, 256 * 1024)), !bytes.isEmpty else { throw Refused(what: "cut off") }
        left -= bytes.count
        position += bytes.count
        return bytes
    }

    mutating func readAll() throws -> Data {
        var all = Data()
        while left > 0 { all += try read() }
        return all
    }

    /// Octal digits, or from 8 GB a binary number with its highest bit set.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        guard let first = field.first, first & 0x80 != 0 else { return octal(field) }
        guard first == 0x80, field.dropFirst().dropLast(8).allSatisfy({ $0 == 0 }), field[field.endIndex - 8] < 0x10 else { return nil }
        return field.suffix(8).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
    }

    /// The sum of all bytes, with the checksum field counted as spaces.
    private static func sum(_ head: [UInt8]) -> Int {
        head.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element)) }
    }
}
