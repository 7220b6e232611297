import Foundation

/// Removes the EXIF block and colour profile that vips 8.14 writes (developers.google.com/speed/webp/docs/riff_container).
struct WebPContainer {
    let width: Int
    let height: Int
    /// One picture with no other data before, between or behind: may be kept byte for byte.
    let isPlain: Bool
    private let chunks: [(name: String, body: Data)]

    init?(_ data: Data) {
        let bytes = Bytes(data)
        guard bytes.text(at: 0) == "RIFF", bytes.text(at: 8) == "WEBP", let riff = bytes.little32(at: 4) else { return nil }
        var chunks: [(name: String, body: Data)] = []
        var isTidy = riff + 8 == data.count && riff % 2 == 0
        var offset = 12
        while offset < data.count {
            guard let name = bytes.text(at: offset), let length = bytes.little32(at: offset + 4), offset + 8 + length <= data.count else {
                isTidy = false
                break
            }
            let start = data.startIndex + offset + 8
            chunks.append((name, data[start..<(start + length)]))
            offset += 8 + length
            if length % 2 == 1 {
                isTidy = isTidy && bytes.at(offset) == 0
                offset += 1
            }
        }
        guard let size = Self.size(of: chunks) else { return nil }
        (width, height) = size
        isPlain = isTidy && Self.isPlain(chunks, size)
        self.chunks = chunks
    }

    func cleaned() -> Data? {
        let frames = chunks.filter { $0.name == "VP8 " || $0.name == "VP8L" }
        guard frames.count == 1, let frame = frames.first else { return nil }
        let alpha = chunks.first { $0.name == "ALPH" }
        guard frame.name == "VP8 ", let alpha else { return Self.riff([frame]) }
        var extended = Data([0x10, 0, 0, 0])
        for side in [width - 1, height - 1] { extended.append(contentsOf: (0..<3).map { UInt8(truncatingIfNeeded: side >> (8 * $0)) }) }
        return Self.riff([("VP8X", extended), alpha, frame])
    }

    private static func riff(_ chunks: [(name: String, body: Data)]) -> Data {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var inside = Data("WEBP".utf8)
        for chunk in chunks {
            inside.append(contentsOf: chunk.name.utf8)
            inside.append(contentsOf: number(chunk.body.count))
            inside.append(chunk.body)
            if chunk.body.count % 2 == 1 { inside.append(0) }
        }
        return Data("RIFF".utf8) + number(inside.count) + inside
    }

    /// `VP8 ` or `VP8L` alone, or `VP8X` with at most transparency, an optional `ALPH`, and one frame.
    private static func isPlain(_ chunks: [(name: String, body: Data)], _ canvas: (width: Int, height: Int)) -> Bool {
        guard let frame = chunks.last, let size = frameSize(frame), size == canvas else { return false }
        switch chunks.map(\.name) {
        case ["VP8 "], ["VP8L"]: return true
        case ["VP8X", "VP8 "], ["VP8X", "VP8L"], ["VP8X", "ALPH", "VP8 "]:
            return chunks[0].body.count == 10 && chunks[0].body.prefix(4).elementsEqual([chunks[0].body.first! & 0x10, 0, 0, 0])
        default: return false
        }
    }

    private static func size(of chunks: [(name: String, body: Data)]) -> (width: Int, height: Int)? {
        guard let first = chunks.first else { return nil }
        guard first.name == "VP8X" else { return frameSize(first) }
        let bytes = Bytes(first.body)
        guard let width = bytes.little24(at: 4), let height = bytes.little24(at: 7) else { return nil }
        return (width + 1, height + 1)
    }

    private static func frameSize(_ chunk: (name: String, body: Data)) -> (width: Int, height: Int)? {
        let bytes = Bytes(chunk.body)
        switch chunk.name {
        case "VP8 ":  // a key frame, its start code, then 14 bits each and 2 of scaling
            guard let tag = bytes.at(0), tag & 1 == 0, bytes.little24(at: 3) == 0x2A019D else { return nil }
            guard let width = bytes.little16(at: 6), let height = bytes.little16(at: 8) else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        case "VP8L":
            guard bytes.at(0) == 0x2F, let bits = bytes.little32(at: 1) else { return nil }
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        default: return nil
        }
    }
}
