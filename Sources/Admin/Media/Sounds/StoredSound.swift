import Foundation

/// A recording as MP3: mono, 48 kbit/s, without metadata.
public struct StoredSound: Sendable, Equatable {
    public let bytes: Data

    static let bitsPerMillisecond = 48

    /// The duration, computed from the size.
    public var milliseconds: Int { bytes.count * 8 / Self.bitsPerMillisecond }
    /// The encoder pads the last frames with silence.
    var isTooLong: Bool { milliseconds > SoundProcessor.seconds * 1000 + 500 }

    init?(_ bytes: Data) {
        guard SoundFormat(head: bytes.prefix(SoundFormat.headLength)) == .mp3 else { return nil }
        self.bytes = bytes
    }

    /// For a recording made here earlier, from an export.
    public init?(kept bytes: Data) {
        self.init(bytes)
        guard !isTooLong else { return nil }
    }
}
