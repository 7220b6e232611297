import Foundation
import Hummingbird
import NIOCore

/// HTML inserted after a page is drawn: a template copies its output at each level, which is slow for long lists.
/// Without it: give the HTML to the template as a value that is not escaped.
public struct RawFragments: Sendable {
    public static let key = "insets"

    private var made: [(mark: String, html: ArraySlice<UInt8>)] = []

    /// Unknown outside, so no visitor's text can look like a mark. Marks begin with a character that no text has.
    private static let secret = String(UInt64.random(in: .min ... .max), radix: 36)

    public init() {}

    public mutating func add(_ html: consuming HTMLWriter) -> String {
        let mark = "\u{1}\(Self.secret)\(made.count)\u{1}"
        made.append((mark, html.written()))
        return mark
    }

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
    /// The next possible mark. memchr compares many bytes at once: pages are long and marks few.
    fileprivate var indexOfMark: Int? {
        guard let begin = base.baseAddress, let found = memchr(begin + startIndex, 1, count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(begin)
    }
}
