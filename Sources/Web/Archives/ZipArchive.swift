import CDeflate
import Foundation

/// The files of a ZIP archive, unpacked in memory within limits. The sizes that the archive declares are not trusted.
public struct ZipArchive: Sendable {
    public struct File: Sendable {
        /// The name in the archive. It serves to choose files by ending, never as a path to write to.
        public let name: String
        public let bytes: Data
    }

    public let files: [File]

    public static func isArchive(_ bytes: Data) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    /// Unpacks the wanted files and takes their bytes from `budget`; nil when the archive is damaged or lists more than `entries` files.
    public init?(_ bytes: Data, entries: Int = 5_000, budget: inout Int, wanted: (String) -> Bool) {
        let bytes = [UInt8](bytes)
        guard let end = Self.end(bytes) else { return nil }
        let count = Self.number(bytes, end + 10, 2), start = Self.number(bytes, end + 16, 4)
        guard count <= entries else { return nil }
        var files: [File] = []
        var at = start
        for _ in 0..<count {
            guard at + 46 <= bytes.count, Self.number(bytes, at, 4) == 0x0201_4B50 else { return nil }
            let (flags, method) = (Self.number(bytes, at + 8, 2), Self.number(bytes, at + 10, 2))
            let packed = Self.number(bytes, at + 20, 4)
            let lengths = [28, 30, 32].map { Self.number(bytes, at + $0, 2) }
            let header = Self.number(bytes, at + 42, 4)
            guard at + 46 + lengths[0] <= bytes.count, header + 30 <= bytes.count else { return nil }
            let name = String(decoding: bytes[(at + 46)..<(at + 46 + lengths[0])], as: UTF8.self)
            at += 46 + lengths.reduce(0, +)
            guard wanted(name) else { continue }
            let data = header + 30 + Self.number(bytes, header + 26, 2) + Self.number(bytes, header + 28, 2)
            guard flags & 1 == 0, data + packed <= bytes.count else { return nil }
            let content = bytes[data..<(data + packed)]
            let unpacked: Data?
            switch method {
            case 0: unpacked = content.count <= budget ? Data(content) : nil
            case 8: unpacked = Self.inflated(content, limit: budget)
            default: unpacked = nil
            }
            guard let unpacked else { return nil }
            budget -= unpacked.count
            files.append(File(name: name, bytes: unpacked))
        }
        self.files = files
    }

    /// The offset of the end record; a comment of up to 64 KB may follow it.
    private static func end(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 22 else { return nil }
        var at = bytes.count - 22
        let last = max(0, at - 65_535)
        while at >= last {
            if number(bytes, at, 4) == 0x0605_4B50 { return at }
            at -= 1
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], _ at: Int, _ length: Int) -> Int {
        guard at >= 0, at + length <= bytes.count else { return 0 }
        return (0..<length).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }

    private static func inflated(_ packed: ArraySlice<UInt8>, limit: Int) -> Data? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        // Text usually unpacks to four times its size; otherwise the buffer is doubled and unpacking repeated.
        var room = min(limit, max(64 * 1024, packed.count * 4))
        while true {
            var output = Data(count: room)
            var size = 0
            let result = packed.withUnsafeBytes { input in
                output.withUnsafeMutableBytes { output in
                    libdeflate_deflate_decompress(decompressor, input.baseAddress, input.count, output.baseAddress, output.count, &size)
                }
            }
            switch result {
            case LIBDEFLATE_SUCCESS: return output.prefix(size)
            case LIBDEFLATE_INSUFFICIENT_SPACE where room < limit: room = min(limit, room * 2)
            default: return nil
            }
        }
    }
}
