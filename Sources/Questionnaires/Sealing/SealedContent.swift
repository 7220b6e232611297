import Crypto
import Foundation

/// Pads content to one size before sealing. The rest of a long text goes into a file beside the keys.
struct SealedContent {
    /// Bytes of content in every sealed value.
    static let bytes = 3_952
    /// File sizes are multiples of this.
    private static let step = 16_384

    let json: Data
    var part: String?

    init(_ json: Data) { self.json = json }

    mutating func padded(ending: String, _ keys: SealingKeys) throws -> Data {
        guard json.count > Self.bytes - 5 else { return Self.fill(0, json, to: Self.bytes) }
        let key = SymmetricKey(size: .bits256)
        let name = SealingKeys.freshName() + ending
        let size = (json.count + 5 + Self.step - 1) / Self.step * Self.step
        guard let sealed = try AES.GCM.seal(Self.fill(0, json, to: size), using: key).combined else { throw CocoaError(.fileWriteUnknown) }
        try keys.write(sealed, as: name)
        part = name
        return Self.fill(1, key.withUnsafeBytes { Data($0) } + Data(name.utf8), to: Self.bytes)
    }

    init?(_ padded: Data, _ keys: SealingKeys) {
        guard let (kind, content) = Self.unfill(padded) else { return nil }
        guard kind == 1 else {
            json = content
            return
        }
        guard content.count > 32 else { return nil }
        let name = String(decoding: content.dropFirst(32), as: UTF8.self)
        guard let sealed = keys.read(name), let box = try? AES.GCM.SealedBox(combined: sealed),
            let opened = try? AES.GCM.open(box, using: SymmetricKey(data: content.prefix(32))), let (_, whole) = Self.unfill(opened)
        else { return nil }
        (json, part) = (whole, name)
    }

    private static func fill(_ kind: UInt8, _ content: Data, to size: Int) -> Data {
        let count = UInt32(content.count)
        let head = [kind] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> UInt32($0)) }
        return Data(head) + content + Data(count: max(0, size - 5 - content.count))
    }

    private static func unfill(_ padded: Data) -> (kind: UInt8, content: Data)? {
        let bytes = Data(padded)
        guard bytes.count >= 5 else { return nil }
        let count = bytes[1..<5].reduce(0) { $0 << 8 | Int($1) }
        guard count <= bytes.count - 5 else { return nil }
        return (bytes[0], Data(bytes[5..<5 + count]))
    }
}
