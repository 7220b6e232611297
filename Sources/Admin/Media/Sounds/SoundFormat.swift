import Foundation

enum SoundFormat: String, CaseIterable {
    case wav, mp3, ogg, flac, aac
    case mov
    case matroska

    static let headLength = 16

    /// The format that the first bytes of a file show.
    init?(ofFile path: String) {
        let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        guard let head = try? file?.read(upToCount: Self.headLength) else { return nil }
        self.init(head: head)
    }

    init?(head: Data) {
        let bytes = [UInt8](head)
        guard bytes.count >= 12 else { return nil }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0x52, 0x49, 0x46, 0x46) where Array(bytes[8..<12]) == Array("WAVE".utf8): self = .wav
        case (0x4F, 0x67, 0x67, 0x53): self = .ogg
        case (0x66, 0x4C, 0x61, 0x43): self = .flac
        case (0x1A, 0x45, 0xDF, 0xA3): self = .matroska
        case (0x49, 0x44, 0x33, _): self = .mp3
        case (_, _, _, _) where Array(bytes[4..<8]) == Array("ftyp".utf8): self = .mov
        // An MPEG audio frame: eleven ones, then the layer; layer 0 is ADTS.
        case (0xFF, let second, _, _) where second & 0xF6 == 0xF0: self = .aac
        case (0xFF, let second, _, _) where second & 0xE0 == 0xE0 && second & 0x06 == 0x02: self = .mp3
        default: return nil
        }
    }
}
