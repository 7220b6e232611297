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

    public func take(_ upload: UploadedFile) async throws(RecordingRefusal) -> StoredSound {
        let name = upload.name.harmlessFileName
        guard upload.size <= Self.bytes else { throw RecordingRefusal(.tooLarge, name, of: .sound) }
        guard let format = SoundFormat(ofFile: upload.path) else { throw RecordingRefusal(.wrongKind, name, of: .sound) }
        let bytes: Data
        do throws(FFmpeg.Failure) {
            bytes = try await ffmpeg.encode(upload, as: format, seconds: Self.seconds, Self.encoding, to: "output.mp3")
        } catch { throw RecordingRefusal(RecordingRefusal.Reason(error), name, of: .sound) }
        guard let sound = StoredSound(bytes), sound.milliseconds >= 200 else { throw RecordingRefusal(.broken, name, of: .sound) }
        guard !sound.isTooLong else { throw RecordingRefusal(.tooLong, name, of: .sound) }
        return sound
    }

    private static let encoding = [
        "-map", "0:a:0", "-map_metadata", "-1", "-ac", "1",
        // Equalizes the loudness of different speakers and microphones.
        "-af", "loudnorm=I=-18:TP=-2", "-ar", "24000", "-c:a", "libmp3lame", "-b:a", "\(StoredSound.bitsPerMillisecond)k",
        "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3",
    ]
}
