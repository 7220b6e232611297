import Crypto
import Foundation
import Hummingbird
import Web

/// A silent MP4 video of at most `ClipProcessor.seconds`.
public struct StoredClip: Sendable, Equatable {
    public let bytes: Data
    public let milliseconds: Int

    /// More bytes than a video made here can have.
    private static let mostKept = 8 << 20

    /// A video begins and ends with whole pictures, which may be a little longer.
    var isTooLong: Bool { milliseconds > ClipProcessor.seconds * 1000 + 500 }

    /// Reads the duration from the header of the film (`mvhd`, version 0, ISO 14496-12).
    init?(_ bytes: Data) {
        guard SoundFormat(head: bytes.prefix(SoundFormat.headLength)) == .mov,
            let header = bytes.prefix(1 << 16).firstRange(of: Data("mvhd".utf8))
        else { return nil }
        let numbers = bytes[header.upperBound...].prefix(20).map { Int($0) }
        guard numbers.count == 20, numbers[0] == 0 else { return nil }
        func number(at offset: Int) -> Int { numbers[offset..<offset + 4].reduce(0) { $0 << 8 | $1 } }
        let scale = number(at: 12)
        guard scale > 0 else { return nil }
        self.bytes = bytes
        milliseconds = number(at: 16) * 1000 / scale
        guard milliseconds > 0 else { return nil }
    }

    /// For a video made here earlier, from an export.
    public init?(kept bytes: Data) {
        self.init(bytes)
        guard !isTooLong, bytes.count <= Self.mostKept else { return nil }
    }

    /// The content as a name.
    public var digest: String { Self.digest(of: bytes) }

    static func digest(of bytes: Data) -> String { SHA256.hash(data: bytes).prefix(16).hexadecimal }

    public static func response(_ bytes: Data, to request: Request) -> Response {
        StoredSound.response(bytes, to: request, type: "video/mp4")
    }
}

extension Form.Limits {
    public static let clip: Form.Limits = {
        var limits = Form.Limits()
        (limits.bytes, limits.fileBytes, limits.files) = (ClipProcessor.bytes + (1 << 20), ClipProcessor.bytes, 1)
        return limits
    }()
}
