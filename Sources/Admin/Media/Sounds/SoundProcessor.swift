import Foundation
import Web

/// Re-encodes an uploaded recording for every browser, without metadata or hidden data.
public struct SoundProcessor: Sendable {
    /// The longest recording in seconds.
    public static let seconds = 90
    /// The largest upload in bytes, equal to the limit of a form.
    public static let bytes = 16 << 20

    private let ffmpeg: FFmpeg

    /// - Parameter folder: the work folder; leftovers of killed processes are harmless.
    public init(folder: String = NSTemporaryDirectory()) {
        ffmpeg = FFmpeg("sound", in: folder, limits: PictureLimits(), waiting: 8)
    }

    public func take(_ upload: UploadedFile) async throws(SoundRefusal) -> StoredSound {
        let name = upload.name.harmlessFileName
        guard upload.size <= Self.bytes else { throw SoundRefusal(.tooLarge, name) }
        guard let format = SoundFormat(ofFile: upload.path) else { throw SoundRefusal(.notASound, name) }
        let bytes: Data
        do throws(FFmpeg.Failure) {
            bytes = try await ffmpeg.encode(upload, as: format, seconds: Self.seconds, Self.encoding, to: "output.mp3")
        } catch { throw SoundRefusal(SoundRefusal.Reason(error), name) }
        guard let sound = StoredSound(bytes), sound.milliseconds >= 200 else { throw SoundRefusal(.broken, name) }
        guard !sound.isTooLong else { throw SoundRefusal(.tooLong, name) }
        return sound
    }

    private static let encoding = [
        "-map", "0:a:0", "-map_metadata", "-1", "-ac", "1",
        // Equalizes the loudness of different speakers and microphones.
        "-af", "loudnorm=I=-18:TP=-2", "-ar", "24000", "-c:a", "libmp3lame", "-b:a", "\(StoredSound.bitsPerMillisecond)k",
        "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3",
    ]
}
