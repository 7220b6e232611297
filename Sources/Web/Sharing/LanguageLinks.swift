import Foundation
import NIOCore

/// Puts the language into a page's links to shared pages, so that visitors stay at addresses that caches keep.
struct LanguageLinks: Sendable {
    let address: LanguageAddress
    let paths: SharedPaths

    private static let attribute = Array(" href=".utf8)

    func added(to page: ByteBuffer) -> ByteBuffer {
        page.withUnsafeReadableBytes { bytes in
            var result = ByteBuffer()
            result.reserveCapacity(bytes.count + bytes.count / 16)
            var (copied, index) = (0, 0)
            while let quote = Self.quote(in: bytes, from: index) {
                index = quote + 1
                let start = quote - Self.attribute.count
                guard start >= 0, bytes[start..<quote].elementsEqual(Self.attribute), paths.contains(bytes[index...]) else { continue }
                result.writeBytes(bytes[copied..<index])
                result.writeString(address.prefix)
                copied = index
            }
            result.writeBytes(bytes[copied...])
            return result
        }
    }

    private static func quote(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
        guard let begin = bytes.baseAddress, index < bytes.count,
            let found = memchr(begin + index, Int32(UInt8(ascii: "\"")), bytes.count - index)
        else { return nil }
        return UnsafeRawPointer(found) - begin
    }
}
