import Foundation
import Logging
import Web

/// Re-encodes one upload at a time with ffmpeg in a limited process, in a folder of its own.
struct FFmpeg: Sendable {
    enum Failure: Error {
        case broken
        case tooHeavy
        case busy
        case unavailable
    }

    static let path = "/usr/bin/ffmpeg"

    private let kind: String
    private let folder: String
    private let process: LimitedProcess
    private let semaphore: BoundedSemaphore
    private let log: Logger

    /// - Parameters:
    ///   - kind: what is made, for the log and the names of folders.
    ///   - folder: the work folder; leftovers of killed processes are harmless.
    ///   - waiting: how many uploads may wait for the one in work.
    init(_ kind: String, in folder: String, limits: PictureLimits, waiting: Int) {
        (self.kind, self.folder) = (kind, URL(fileURLWithPath: folder).standardizedFileURL.path)
        process = LimitedProcess(tools: PictureTools(), limits: limits)
        semaphore = BoundedSemaphore(places: 1, seats: waiting)
        log = Logger(label: "portico.\(kind)s")
    }

    /// The arguments that read a file. The format is explicit, so that no file selects one that reads other files.
    static func reading(_ file: String, as format: SoundFormat) -> [String] {
        [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-threads", "1", "-protocol_whitelist", "file", "-f", format.rawValue,
            "-i", file,
        ]
    }

    /// Makes `output` of the upload; one extra second reveals uploads that are too long.
    func encode(
        _ upload: UploadedFile, as format: SoundFormat, seconds: Int, _ arguments: [String], to output: String
    ) async throws(Failure) -> Data {
        let all = Self.reading("input", as: format) + ["-t", "\(seconds + 1)"] + arguments + [output]
        guard let answer = await semaphore.pass({ await make(upload, all, output) }) else { throw .busy }
        return try answer.get()
    }

    private func make(_ upload: UploadedFile, _ arguments: [String], _ output: String) async -> Result<Data, Failure> {
        let workFolder = "\(folder)/\(kind)-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: workFolder) }
        do {
            try FileManager.default.createDirectory(
                atPath: workFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileManager.default.copyItem(atPath: upload.path, toPath: workFolder + "/input")
        } catch {
            log.error("no place for a \(kind)", metadata: ["cause": "\(error)"])
            return .failure(.unavailable)
        }
        switch await process.run(Self.path, arguments, in: workFolder) {
        case .done: return FileManager.default.contents(atPath: "\(workFolder)/\(output)").map { .success($0) } ?? .failure(.broken)
        case .killed: return .failure(.tooHeavy)
        case .failed(let said):
            log.info("\(kind) refused", metadata: ["name": "\(upload.name.harmlessFileName)", "ffmpeg": "\(said.prefix(500))"])
            return .failure(.broken)
        case .missing(let said):
            log.error("ffmpeg does not start", metadata: ["cause": "\(said.prefix(500))"])
            return .failure(.unavailable)
        }
    }
}
