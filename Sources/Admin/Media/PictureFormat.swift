import Foundation

/// The format by the first bytes of a file. Its name and Content-Type are untrusted and ignored.
enum PictureFormat: Sendable {
    case jpeg, png, webp, gif
    case heif

    static let headLength = 32

    init?(head: some Collection<UInt8>) {
        let head = Array(head)
        func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: bytes) }

        if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) {
            self = .gif
        } else if has(Array("ftyp".utf8), at: 4), Self.brands.contains(where: { has(Array($0.utf8), at: 8) }) {
            self = .heif
        } else {
            return nil
        }
    }

    private static let brands = ["heic", "heix", "mif1", "msf1", "avif", "avis"]
}
