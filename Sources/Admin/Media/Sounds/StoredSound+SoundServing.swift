import Foundation
import HTTPTypes
import Hummingbird
import Web

extension StoredSound {
    /// A recording or the requested byte range, needed for playback (RFC 9110, 14.2); several or invalid ranges get the whole file.
    public static func response(_ bytes: Data, to request: Request, type: String = "audio/mpeg") -> Response {
        var headers: HTTPFields = [
            .contentType: type, .acceptRanges: "bytes", .cacheControl: "private, max-age=31536000, immutable",
        ]
        headers[.contentSecurityPolicy] = "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"
        guard let range = request.headers[.range].flatMap({ Self.range($0, of: bytes.count) }) else {
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        }
        guard !range.isEmpty else {
            headers[.contentRange] = "bytes */\(bytes.count)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
        let part = bytes.dropFirst(range.lowerBound).prefix(range.count)
        return Response(status: .partialContent, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: part)))
    }

    /// `bytes=0-99`, `bytes=100-` or `bytes=-100` as positions; nil for other forms, empty beyond the end.
    private static func range(_ text: String, of count: Int) -> Range<Int>? {
        guard text.hasPrefix("bytes=") else { return nil }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.count < 10 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
        switch (Int(ends[0], in: .whole), Int(ends[1], in: .whole)) {
        case (let first?, let last?): return first > last ? nil : first >= count ? 0..<0 : first..<min(last + 1, count)
        case (let first?, nil): return first >= count ? 0..<0 : first..<count
        case (nil, let length?): return length == 0 ? 0..<0 : max(0, count - length)..<count
        case (nil, nil): return nil
        }
    }
}
