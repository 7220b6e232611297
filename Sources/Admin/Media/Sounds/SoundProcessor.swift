import Foundation
import Logging
import Web

/// Re-encodes an uploaded recording with ffmpeg in a limited process, for every browser and without metadata or hidden data.
public struct SoundProcessor: Sendable {
    /// The longest recording in seconds.
    public static let seconds = 90
    /// The largest upload in bytes, equal to the limit of a form.
    public static let bytes = 16 << 20
    static let ffmpeg = "/usr/bin/ffmpeg"

    private let process = LimitedProcess(tools: PictureTools(), limits: PictureLimits())
    private let turnstile = BoundedSemaphore(places: 1, seats: 8)
    private let folder: String
    private let log = Logger(label: "portico.sounds")

    /// - Parameter folder: the work folder; leftovers of killed processes are harmless.
    public init(folder: String = NSTemporaryDirectory()) { self.folder = folder }

    public func take(_ upload: UploadedFile) async throws(SoundRefusal) -> StoredSound {
        let name = upload.name.harmlessFileName
        guard upload.size <= Self.bytes else { throw SoundRefusal(.tooLarge, name) }
        let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: upload.path))
        guard let head = try? file?.read(upToCount: SoundFormat.headLength), let format = SoundFormat(head: head) else {
            throw SoundRefusal(.notASound, name)
        }
        guard let answer = await turnstile.pass({ await make(upload.path, format, name) }) else { throw SoundRefusal(.busy, name) }
        return try answer.get()
    }

    private func make(_ path: String, _ format: SoundFormat, _ name: String) async -> Result<StoredSound, SoundRefusal> {
        let bench = URL(fileURLWithPath: folder).standardizedFileURL.path + "/sound-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: bench) }
        do {
            try FileManager.default.createDirectory(
                atPath: bench, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileManager.default.copyItem(atPath: path, toPath: bench + "/input")
        } catch {
            log.error("no place for a recording", metadata: ["cause": "\(error)"])
            return .failure(SoundRefusal(.unavailable, name))
        }
        switch await process.run(Self.ffmpeg, Self.arguments(format), in: bench) {
        case .done: return Self.read(bench + "/output.mp3").mapError { SoundRefusal($0, name) }
        case .killed: return .failure(SoundRefusal(.tooHeavy, name))
        case .failed(let said):
            log.info("recording refused", metadata: ["name": "\(name)", "ffmpeg": "\(said.prefix(500))"])
            return .failure(SoundRefusal(.broken, name))
        case .missing(let said):
            log.error("ffmpeg does not start", metadata: ["cause": "\(said.prefix(500))"])
            return .failure(SoundRefusal(.unavailable, name))
        }
    }

    /// The format is explicit, so that no file selects one that reads other files; one extra second reveals recordings that are too long.
    private static func arguments(_ format: SoundFormat) -> [String] {
        [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-threads", "1", "-protocol_whitelist", "file", "-f", format.rawValue,
            "-i", "input", "-t", "\(seconds + 1)", "-map", "0:a:0", "-map_metadata", "-1", "-ac", "1",
            // Equalizes the loudness of different speakers and microphones.
            "-af", "loudnorm=I=-18:TP=-2", "-ar", "24000", "-c:a", "libmp3lame", "-b:a", "\(StoredSound.bitsPerMillisecond)k",
            "-write_xing", "0",
            "-id3v2_version", "0", "-f", "mp3", "output.mp3",
        ]
    }

    private static func read(_ path: String) -> Result<StoredSound, SoundRefusal.Reason> {
        guard let bytes = FileManager.default.contents(atPath: path), let sound = StoredSound(bytes), sound.milliseconds >= 200 else {
            return .failure(.broken)
        }
        return sound.isTooLong ? .failure(.tooLong) : .success(sound)
    }
}
