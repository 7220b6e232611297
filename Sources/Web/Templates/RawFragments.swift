import Foundation
import Hummingbird
import NIOCore

/// Long stretches of made HTML that are put in after a page is drawn. A template hands what it has drawn from level to level and copies
/// it at each, which for the rows of a long list costs more than writing them.
public struct RawFragments: Sendable {
    /// Where the values of a page carry them.
    public static let key = "insets"

    private var made: [(mark: String, html: ArraySlice<UInt8>)] = []

    /// Nobody outside can know it, so no text of a visitor is mistaken for a mark. It begins with a character that no text has.
    private static let secret = String(UInt64.random(in: .min ... .max), radix: 36)

    public init() {}

    /// What the template is given in place of the stretch.
    public mutating func add(_ html: consuming HTMLWriter) -> String {
        let mark = "\u{1}\(Self.secret)\(made.count)\u{1}"
        made.append((mark, html.written()))
        return mark
    }

    /// The page with every mark replaced.
    func filled(_ page: String) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(made.reduce(page.utf8.count) { $0 + $1.html.count })
        var page = page
        page.withUTF8 { page in
            var rest = page[...]
            while let begin = rest.indexOfMark {
                let inset = made.first { rest[begin...].starts(with: $0.mark.utf8) }
                let end = begin + (inset?.mark.utf8.count ?? 1)
                buffer.writeBytes(rest[..<begin])
                buffer.writeBytes(inset?.html ?? [1])
                rest = rest[end...]
            }
            buffer.writeBytes(rest)
        }
        return buffer
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Where the next mark may begin. Asked of the C library, which looks at many bytes at once: pages are long and marks few.
    fileprivate var indexOfMark: Int? {
        guard let begin = base.baseAddress, let found = memchr(begin + startIndex, 1, count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(begin)
    }
}
