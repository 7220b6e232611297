import Foundation

/// A recording as browsers play it: MP3, one channel, 48 kbit/s, nothing but the sound.
public struct StoredSound: Sendable, Equatable {
    public let bytes: Data

    static let bitsPerMillisecond = 48

    /// How long it is, which follows from its size.
    public var milliseconds: Int { bytes.count * 8 / Self.bitsPerMillisecond }
    /// The encoder fills its last frames with silence.
    var isTooLong: Bool { milliseconds > SoundProcessor.seconds * 1000 + 500 }

    /// Nil when the bytes do not begin with a frame of MP3.
    init?(_ bytes: Data) {
        guard SoundFormat(head: bytes.prefix(SoundFormat.headLength)) == .mp3 else { return nil }
        self.bytes = bytes
    }

    /// One that was made here before, as an export keeps it.
    public init?(kept bytes: Data) {
        self.init(bytes)
        guard !isTooLong else { return nil }
    }
}
