import CDeflate

/// A ZIP archive of uncompressed files, for EPUB books and workbooks. EPUB requires a first file without the fields that libarchive adds.
public struct StoredZip: Sendable {
    private var body: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    public init() {}

    /// - Parameter size: the bytes of all files together.
    public init(size: Int) { body.reserveCapacity(size + 4_096) }

    /// Adds a file with an ASCII name; slashes separate folders.
    public mutating func add(_ name: String, _ bytes: [UInt8]) {
        let offset = body.count
        // Version, flags, method, time, date (1 January 1980: equal content gives equal archives), checksum, sizes, name length.
        let facts = Self.numbers([
            (20, 2), (0, 2), (0, 2), (0, 2), (0x21, 2), (Int(CRC32.of(bytes)), 4), (bytes.count, 4), (bytes.count, 4),
            (name.utf8.count, 2), (0, 2),
        ])
        body += Self.numbers([(0x0403_4B50, 4)])
        body += facts
        body += name.utf8
        body += bytes
        directory += Self.numbers([(0x0201_4B50, 4), (20, 2)])
        directory += facts
        directory += Self.numbers([(0, 2), (0, 2), (0, 2), (0, 4), (offset, 4)])
        directory += name.utf8
        count += 1
    }

    public var bytes: [UInt8] { body + directory + end }

    /// The same without a copy; nothing can be added any more.
    public mutating func finished() -> [UInt8] {
        let rest = directory + end
        defer { self = StoredZip() }
        body += rest
        return body
    }

    private var end: [UInt8] {
        Self.numbers([(0x0605_4B50, 4), (0, 4), (count, 2), (count, 2), (directory.count, 4), (body.count, 4), (0, 2)])
    }

    private static func numbers(_ values: [(value: Int, length: Int)]) -> [UInt8] {
        values.flatMap { number in (0..<number.length).map { UInt8((number.value >> (8 * $0)) & 0xFF) } }
    }
}

public enum CRC32 {
    public static func of(_ bytes: [UInt8]) -> UInt32 { libdeflate_crc32(0, bytes, bytes.count) }
}
