import Foundation
import Logging
import Web

/// Makes a short, small, silent video of an uploaded one with ffmpeg in a limited process, without metadata or hidden data.
public struct ClipProcessor: Sendable {
    /// The longest video in seconds.
    public static let seconds = 20
    /// The largest upload in bytes.
    public static let bytes = 60 << 20
    /// The longest side in pixels.
    private static let side = 480

    private let process: LimitedProcess
    private let turnstile = BoundedSemaphore(places: 1, seats: 4)
    private let folder: String
    private let log = Logger(label: "portico.clips")

    /// - Parameter folder: the work folder; leftovers of killed processes are harmless.
    public init(folder: String = NSTemporaryDirectory()) {
        self.folder = folder
        var limits = PictureLimits()
        (limits.processorSeconds, limits.seconds) = (90, 120)
        process = LimitedProcess(tools: PictureTools(), limits: limits)
    }

    public func take(_ upload: UploadedFile) async throws(ClipRefusal) -> StoredClip {
        let name = upload.name.harmlessFileName
        guard upload.size <= Self.bytes else { throw ClipRefusal(.tooLarge, name) }
        let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: upload.path))
        guard let head = try? file?.read(upToCount: SoundFormat.headLength), let format = SoundFormat(head: head),
            format == .mov || format == .matroska
        else { throw ClipRefusal(.notAVideo, name) }
        guard let answer = await turnstile.pass({ await make(upload.path, format, name) }) else { throw ClipRefusal(.busy, name) }
        return try answer.get()
    }

    private func make(_ path: String, _ format: SoundFormat, _ name: String) async -> Result<StoredClip, ClipRefusal> {
        let bench = URL(fileURLWithPath: folder).standardizedFileURL.path + "/clip-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: bench) }
        do {
            try FileManager.default.createDirectory(
                atPath: bench, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileManager.default.copyItem(atPath: path, toPath: bench + "/input")
        } catch {
            log.error("no place for a video", metadata: ["cause": "\(error)"])
            return .failure(ClipRefusal(.unavailable, name))
        }
        switch await process.run(SoundProcessor.ffmpeg, Self.arguments(format), in: bench) {
        case .done:
            guard let bytes = FileManager.default.contents(atPath: bench + "/output.mp4"), let clip = StoredClip(bytes) else {
                return .failure(ClipRefusal(.broken, name))
            }
            return clip.isTooLong ? .failure(ClipRefusal(.tooLong, name)) : .success(clip)
        case .killed: return .failure(ClipRefusal(.tooHeavy, name))
        case .failed(let said):
            log.info("video refused", metadata: ["name": "\(name)", "ffmpeg": "\(said.prefix(500))"])
            return .failure(ClipRefusal(.broken, name))
        case .missing(let said):
            log.error("ffmpeg does not start", metadata: ["cause": "\(said.prefix(500))"])
            return .failure(ClipRefusal(.unavailable, name))
        }
    }

    /// The format is explicit, so that no file selects one that reads other files; one extra second reveals videos that are too long.
    private static func arguments(_ format: SoundFormat) -> [String] {
        [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-threads", "1", "-protocol_whitelist", "file", "-f", format.rawValue,
            "-i", "input", "-t", "\(seconds + 1)", "-map", "0:v:0", "-an", "-map_metadata", "-1", "-map_chapters", "-1",
            "-vf", "scale=\(side):\(side):force_original_aspect_ratio=decrease:force_divisible_by=2,fps=24",
            "-c:v", "libx264", "-threads", "1", "-preset", "veryfast", "-crf", "29", "-maxrate", "1200k", "-bufsize", "2400k",
            "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4", "output.mp4",
        ]
    }
}
