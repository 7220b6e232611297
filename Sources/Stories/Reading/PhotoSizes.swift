import Admin
import Foundation
import Synchronization

/// Width and height of stored photos, so that pages leave room for them before they arrive. A stored photo never changes.
final class PhotoSizes: Sendable {
    struct Size: Equatable, Sendable {
        let width: Int
        let height: Int
    }

    private static let most = 10_000
    private let known = Mutex<[String: Size]>([:])

    func size(of file: String, in store: PictureStore) -> Size? {
        if let size = known.withLock({ $0[file] }) { return size }
        guard let handle = FileHandle(forReadingAtPath: store.master(file)) else { return nil }
        defer { try? handle.close() }
        guard let head = try? handle.read(upToCount: 30), let size = Self.size(ofWebP: Array(head)) else { return nil }
        known.withLock { sizes in
            if sizes.count >= Self.most { sizes.removeAll() }
            sizes[file] = size
        }
        return size
    }

    /// Reads the first 30 bytes of a WebP file: lossy, lossless or extended.
    static func size(ofWebP head: [UInt8]) -> Size? {
        guard head.count == 30, head[0..<4].elementsEqual("RIFF".utf8), head[8..<12].elementsEqual("WEBP".utf8) else { return nil }
        func number(at place: Int, bytes: Int) -> Int {
            (0..<bytes).reduce(0) { $0 | Int(head[place + $1]) << (8 * $1) }
        }
        switch String(decoding: head[12..<16], as: UTF8.self) {
        case "VP8 ": return Size(width: number(at: 26, bytes: 2) & 0x3FFF, height: number(at: 28, bytes: 2) & 0x3FFF)
        case "VP8L":
            let bits = number(at: 21, bytes: 4)
            return Size(width: (bits & 0x3FFF) + 1, height: ((bits >> 14) & 0x3FFF) + 1)
        case "VP8X": return Size(width: number(at: 24, bytes: 3) + 1, height: number(at: 27, bytes: 3) + 1)
        default: return nil
        }
    }
}
