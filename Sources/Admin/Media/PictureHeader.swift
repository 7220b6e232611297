import Foundation

/// May be false; then the process limits apply. Read before vips, so that a decompression bomb costs neither process nor memory.
struct PictureHeader: Equatable {
    var width: Int
    var height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Nil for a damaged header or a format without a short one (HEIF, which vips measures).
    init?(_ kind: PictureFormat, _ data: Data) {
        let bytes = Bytes(data)
        let size: (width: Int, height: Int)?
        switch kind {
        case .png: size = Self.png(bytes)
        case .jpeg: size = Self.jpeg(bytes)
        case .gif: size = Self.gif(bytes)
        case .webp: size = Self.webp(data)
        case .heif: size = nil
        }
        guard let size, size.width > 0, size.height > 0 else { return nil }
        (width, height) = size
    }

    private static func png(_ bytes: Bytes) -> (Int, Int)? {
        guard bytes.text(at: 12) == "IHDR", let width = bytes.big32(at: 16), let height = bytes.big32(at: 20) else { return nil }
        return (width, height)
    }

    private static func gif(_ bytes: Bytes) -> (Int, Int)? {
        guard let width = bytes.little16(at: 6), let height = bytes.little16(at: 8) else { return nil }
        return (width, height)
    }

    private static func jpeg(_ bytes: Bytes) -> (Int, Int)? {
        var offset = 2
        while let mark = bytes.at(offset), let kind = bytes.at(offset + 1) {
            guard mark == 0xFF else { return nil }
            switch kind {
            case 0xFF:  // padding
                offset += 1
            case 0x01, 0xD0...0xD8:  // without a length
                offset += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let height = bytes.big16(at: offset + 5), let width = bytes.big16(at: offset + 7) else { return nil }
                return (width, height)
            case 0xD9, 0xDA:  // the end, or pixels without a frame
                return nil
            default:
                guard let length = bytes.big16(at: offset + 2), length >= 2 else { return nil }
                offset += 2 + length
            }
        }
        return nil
    }

    private static func webp(_ data: Data) -> (Int, Int)? {
        guard let container = WebPContainer(data) else { return nil }
        return (container.width, container.height)
    }
}

struct Bytes {
    let data: Data

    init(_ data: Data) { self.data = data }

    var count: Int { data.count }

    func at(_ offset: Int) -> UInt8? {
        offset >= 0 && offset < data.count ? data[data.startIndex + offset] : nil
    }

    func text(at offset: Int) -> String? {
        guard offset >= 0, offset + 4 <= data.count else { return nil }
        return String(decoding: data[(data.startIndex + offset)..<(data.startIndex + offset + 4)], as: UTF8.self)
    }

    func big16(at offset: Int) -> Int? { little(2, offset).map { Int(UInt16($0).byteSwapped) } }
    func big32(at offset: Int) -> Int? { little(4, offset).map { Int(UInt32($0).byteSwapped) } }
    func little16(at offset: Int) -> Int? { little(2, offset) }
    func little24(at offset: Int) -> Int? { little(3, offset) }
    func little32(at offset: Int) -> Int? { little(4, offset) }

    private func little(_ length: Int, _ offset: Int) -> Int? {
        guard offset >= 0, offset + length <= data.count else { return nil }
        return (0..<length).reduce(0) { $0 | Int(data[data.startIndex + offset + $1]) << (8 * $1) }
    }
}
