import Crypto
import Foundation
import Logging
import Synchronization
import Web

/// Speaks sentences with espeak-ng in a limited process, for devices without a voice. Each sentence is made once and kept as a file.
public final class SpeechSynthesizer: Sendable {
    public enum Outcome: Sendable, Equatable {
        case sound(Data)
        /// Too many sentences wait.
        case busy
        /// No program, or no voice in this language.
        case unavailable
    }

    struct Programs: Sendable {
        var espeak = "/usr/bin/espeak-ng"
        var ffmpeg = FFmpeg.path
        /// Sounds better than espeak-ng alone, which uses it for a voice that is installed; Debian's `mbrola`.
        var mbrola = "/usr/bin/mbrola"
        /// The folder of its voices, such as `it4/it4` of Debian's `mbrola-it4`.
        var voices = "/usr/share/mbrola"

        var areReady: Bool { [espeak, ffmpeg, PictureTools().prlimit].allSatisfy(FileManager.default.isExecutableFile(atPath:)) }

        /// The voices of mbrola by language, the best one first.
        private static let mbrolaVoices = [
            "it": ["it4", "it3"], "en": ["en1"], "fr": ["fr4", "fr1"], "de": ["de7", "de6"], "es": ["es1", "es2"],
        ]

        /// The installed better voices by language, with the names that espeak-ng has for them.
        var betterVoices: [String: String] {
            guard FileManager.default.isExecutableFile(atPath: mbrola) else { return [:] }
            return Self.mbrolaVoices.compactMapValues { names in
                names.first { FileManager.default.fileExists(atPath: "\(voices)/\($0)/\($0)") }.map { "mb-" + $0 }
            }
        }
    }

    /// Unicode scalars of the longest sentence.
    public static let longest = 400
    /// Words per minute: the voice's normal speed, which the page slows down.
    private static let speed = 150
    /// How many new sentences may be made before the oldest are looked for.
    private static let pruning = 32

    /// Whether the machine can speak; found at start.
    public let isReady: Bool
    private let programs: Programs
    /// Found at start.
    private let betterVoices: [String: String]
    private let folder: String
    /// Bytes of kept sentences.
    private let room: Int
    private let process: LimitedProcess
    private let semaphore = BoundedSemaphore(places: 1, seats: 16)
    private let made = Mutex(0)
    private let log = Logger(label: "portico.speech")

    /// - Parameter folder: `<data>/cache/speech`, made when the first sentence is; may be deleted.
    public convenience init(folder: String) { self.init(folder: folder, programs: Programs(), room: 64 << 20) }

    init(folder: String, programs: Programs, room: Int) {
        (self.folder, self.programs, self.room) = (URL(fileURLWithPath: folder).standardizedFileURL.path, programs, room)
        isReady = programs.areReady
        betterVoices = programs.betterVoices
        var limits = PictureLimits()
        // The audio library reserves 64 MiB in a file even when it plays nothing.
        (limits.output, limits.processorSeconds) = (128 << 20, 10)
        process = LimitedProcess(tools: PictureTools(), limits: limits)
    }

    /// The sentence as it is spoken and kept; nil for nothing and for too much.
    public static func sentence(_ text: String) -> String? {
        let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return plain.isEmpty || plain.unicodeScalars.count > longest ? nil : plain
    }

    /// `text` comes from `sentence`.
    public func speech(of text: String, in language: Language) async -> Outcome {
        guard isReady else { return .unavailable }
        let plain = language.rawValue.lowercased()
        let better = betterVoices[plain]
        let path = "\(folder)/\(Self.name(text, better ?? plain))"
        if let kept = await Self.cachedSound(path) { return .sound(kept) }
        let answer = await semaphore.pass { [self] () async -> Outcome in
            // Another request may have made it while this one waited.
            if let kept = await Self.cachedSound(path) { return .sound(kept) }
            return await make(text, [better, plain].compactMap { $0 }, path)
        }
        return answer ?? .busy
    }

    /// The text as a file name; the first part changes when the sound of the same text does.
    private static func name(_ text: String, _ voice: String) -> String {
        SHA256.hash(data: Data("1 \(voice) \(speed)\n\(text)".utf8)).hexadecimal + ".mp3"
    }

    private static func cachedSound(_ path: String) async -> Data? {
        await offThread {
            guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
            // The oldest are removed first, so what is heard stays.
            AtomicFile.touch(path)
            return bytes
        }
    }

    /// - Parameter voices: the best one first; the next one speaks where it fails.
    private func make(_ text: String, _ voices: [String], _ path: String) async -> Outcome {
        let workFolder = "\(folder)/.bench-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: workFolder) }
        do {
            try FileManager.default.createDirectory(
                atPath: workFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // Doubled brackets would be read as sounds instead of letters.
            try Data(text.replacing("[[", with: "[ [").utf8).write(to: URL(fileURLWithPath: workFolder + "/input"))
        } catch {
            log.error("no place for speech", metadata: ["cause": "\(error)"])
            return .unavailable
        }
        var made: StoredSound?
        for voice in voices where made == nil { made = await speak(in: voice, workFolder) }
        guard let sound = made else { return .unavailable }
        do { try AtomicFile.write(sound.bytes, to: path) } catch {
            log.error("speech is not kept", metadata: ["cause": "\(error)"])
        }
        await prune()
        return .sound(sound.bytes)
    }

    private func speak(in voice: String, _ workFolder: String) async -> StoredSound? {
        let spoken = await process.run(
            programs.espeak, ["-v", voice, "-s", "\(Self.speed)", "-b", "1", "-f", "input", "-w", "speech.wav"], in: workFolder)
        guard isDone(spoken, programs.espeak), isDone(await process.run(programs.ffmpeg, Self.encoding, in: workFolder), programs.ffmpeg),
            let bytes = FileManager.default.contents(atPath: workFolder + "/output.mp3")
        else { return nil }
        return StoredSound(bytes)
    }

    private func isDone(_ outcome: LimitedProcess.Outcome, _ program: String) -> Bool {
        if case .done = outcome { return true }
        log.warning("no speech", metadata: ["program": "\(program)", "outcome": "\(outcome)"])
        return false
    }

    private static let encoding =
        FFmpeg.reading("speech.wav", as: .wav) + [
            "-y", "-map", "0:a:0", "-map_metadata", "-1", "-ac", "1", "-ar", "24000", "-c:a", "libmp3lame",
            "-b:a", "\(StoredSound.bitsPerMillisecond)k", "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3", "output.mp3",
        ]

    /// Removes the sentences that were not heard for longest, and what killed processes left.
    private func prune() async {
        let isDue = made.withLock { made in
            made += 1
            return made % Self.pruning == 1
        }
        guard isDue else { return }
        await offThread { [folder, room] in
            let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
            let files =
                (try? FileManager.default.contentsOfDirectory(
                    at: URL(fileURLWithPath: folder), includingPropertiesForKeys: Array(keys))) ?? []
            let known = files.map { url -> (url: URL, at: Date, bytes: Int) in
                let values = try? url.resourceValues(forKeys: keys)
                return (url, values?.contentModificationDate ?? .distantPast, values?.fileSize ?? 0)
            }
            let abandoned = known.filter { $0.url.lastPathComponent.hasPrefix(".bench-") && $0.at < Date.now - 3600 }
            for workFolder in abandoned { try? FileManager.default.removeItem(at: workFolder.url) }
            var left = room
            for file in known.filter({ $0.url.pathExtension == "mp3" }).sorted(by: { $0.at > $1.at }) {
                left -= file.bytes
                if left < 0 { try? FileManager.default.removeItem(at: file.url) }
            }
        }
    }
}
