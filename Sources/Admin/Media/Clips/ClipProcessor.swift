import Foundation
import Web

/// Makes a short, small, silent video of an uploaded one, without metadata or hidden data.
public struct ClipProcessor: Sendable {
    /// The longest video in seconds.
    public static let seconds = 20
    /// The largest upload in bytes.
    public static let bytes = 60 << 20
    /// The longest side in pixels.
    private static let side = 480

    private let ffmpeg: FFmpeg

    /// - Parameter folder: the work folder; leftovers of killed processes are harmless.
    public init(folder: String = NSTemporaryDirectory()) {
        var limits = PictureLimits()
        (limits.processorSeconds, limits.seconds) = (90, 120)
        ffmpeg = FFmpeg("clip", in: folder, limits: limits, waiting: 4)
    }

    public func take(_ upload: UploadedFile) async throws(RecordingRefusal) -> StoredClip {
        let name = upload.name.harmlessFileName
        guard upload.size <= Self.bytes else { throw RecordingRefusal(.tooLarge, name, of: .clip) }
        let format = SoundFormat(ofFile: upload.path)
        guard let format, format == .mov || format == .matroska else { throw RecordingRefusal(.wrongKind, name, of: .clip) }
        let bytes: Data
        do throws(FFmpeg.Failure) {
            bytes = try await ffmpeg.encode(upload, as: format, seconds: Self.seconds, Self.encoding, to: "output.mp4")
        } catch { throw RecordingRefusal(RecordingRefusal.Reason(error), name, of: .clip) }
        guard let clip = StoredClip(bytes) else { throw RecordingRefusal(.broken, name, of: .clip) }
        guard !clip.isTooLong else { throw RecordingRefusal(.tooLong, name, of: .clip) }
        return clip
    }

    private static let encoding = [
        "-map", "0:v:0", "-an", "-map_metadata", "-1", "-map_chapters", "-1",
        "-vf", "scale=\(side):\(side):force_original_aspect_ratio=decrease:force_divisible_by=2,fps=24",
        "-c:v", "libx264", "-threads", "1", "-preset", "veryfast", "-crf", "29", "-maxrate", "1200k", "-bufsize", "2400k",
        "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4",
    ]
}
