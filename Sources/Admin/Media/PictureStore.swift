import Formats
import Foundation
import Hummingbird
import Logging
import Web

/// Stores one folder per picture, named by its content; a folder appears only when complete and never changes.
/// ```
/// <data>/pictures/3f…e1/master.webp 1200.webp 1200.jpg 480.webp 96.webp
/// <data>/pictures/.sources/<SHA-256 of an upload>   the picture made from it, so that a file is decoded once
/// <data>/pictures/.benches/                         work folders
/// ```
public final class PictureStore: Sendable {
    public let limits: PictureLimits
    let folder: String
    let tools: PictureTools
    let processor: PictureProcessor
    let semaphore: BoundedSemaphore
    let openCharts = OpenCharts()
    private let underway = PicturesUnderway()
    private let log: Logger

    /// - Parameter folder: `<data>/pictures`; created if missing.
    public convenience init(folder: String, limits: PictureLimits = PictureLimits()) throws {
        try self.init(folder: folder, limits: limits, tools: PictureTools())
    }

    init(folder: String, limits: PictureLimits = PictureLimits(), tools: PictureTools) throws {
        // vips resolves relative output names beside the input, so paths are absolute.
        self.folder = URL(fileURLWithPath: folder).standardizedFileURL.path
        self.limits = limits
        self.tools = tools
        log = Logger(label: "portico.pictures")
        processor = PictureProcessor(process: LimitedProcess(tools: tools, limits: limits), log: log)
        semaphore = BoundedSemaphore(places: limits.atOnce, seats: limits.waiting)
        for part in ["", "/.sources", "/.benches"] {
            try FileManager.default.createDirectory(
                atPath: self.folder + part, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    public func master(_ file: String) -> String { "\(folder)/\(file)/\(PictureFile.master.rawValue)" }

    /// Checks and decodes an upload and makes every size; on return all files are on disk, without a database row.
    public func take(_ upload: UploadedFile) async throws(PictureRefusal) -> StoredPicture {
        let name = upload.name.harmlessFileName
        guard upload.size <= limits.bytes else { throw PictureRefusal(.tooLarge, name, ["limit": "\(limits.bytes >> 20) MB"]) }
        return try await take(upload.path, name: name).get()
    }

    /// Stores the files of one form; the results are in their order.
    public func take(_ uploads: [UploadedFile]) async -> [Result<StoredPicture, PictureRefusal>] {
        await inTurn(uploads) { upload in
            do throws(PictureRefusal) { return .success(try await self.take(upload)) } catch { return .failure(error) }
        }
    }

    /// Stores pictures of an import; the results are in their order.
    func take(_ pictures: [ImportPicture]) async -> [Result<StoredPicture, PictureRefusal>] {
        await inTurn(pictures) { picture in
            let name = picture.name.harmlessFileName
            guard picture.bytes.count <= self.limits.bytes else {
                return .failure(PictureRefusal(.tooLarge, name, ["limit": "\(self.limits.bytes >> 20) MB"]))
            }
            let path = NSTemporaryDirectory() + "portico-picture-" + UUID().uuidString
            defer { unlink(path) }
            do { try AtomicFile.write(picture.bytes, to: path) } catch { return .failure(PictureWorkspace.refusal(for: error, name)) }
            return await self.take(path, name: name)
        }
    }

    /// Stores local files, as of a seed, by path. Masters of an export are bundled: starting vips costs more than a small picture.
    public func take(files: [String]) async -> [String: Result<StoredPicture, PictureRefusal>] {
        var answers: [String: Result<StoredPicture, PictureRefusal>] = [:]
        var plain: [(path: String, workspace: PictureWorkspace)] = []
        var others: [String] = []
        for path in Set(files).sorted() {
            switch await setUp(path, name: path) {
            case .failure(let refusal): answers[path] = .failure(refusal)
            case .success(let workspace):
                if let stored = known(workspace) {
                    workspace.discard()
                    answers[path] = .success(stored)
                } else if workspace.isMaster {
                    plain.append((path, workspace))
                } else {
                    workspace.discard()
                    others.append(path)
                }
            }
        }
        let bundles = stride(from: 0, to: plain.count, by: 64).map { Job.bundle(Array(plain[$0..<min($0 + 64, plain.count)])) }
        let done = await inTurn(bundles + others.map(Job.single)) { job in
            switch job {
            case .bundle(let masters): await self.take(bundle: masters)
            case .single(let path): [(path, await self.take(path, name: path))]
            }
        }
        for (path, answer) in done.joined() { answers[path] = answer }
        return answers
    }

    private enum Job: Sendable {
        case bundle([(path: String, workspace: PictureWorkspace)])
        case single(String)
    }

    /// Runs work on many items, no more at once than the semaphore admits, so that one person cannot fill the queue.
    private func inTurn<Thing: Sendable, Answer: Sendable>(
        _ things: [Thing], _ work: @escaping @Sendable (Thing) async -> Answer
    ) async -> [Answer] {
        await withTaskGroup(of: (Int, Answer).self) { group in
            var answers: [Int: Answer] = [:]
            var next = 0
            func start() {
                guard next < things.count else { return }
                let (index, thing) = (next, things[next])
                group.addTask { (index, await work(thing)) }
                next += 1
            }
            for _ in 0..<limits.atOnce { start() }
            for await (index, answer) in group {
                answers[index] = answer
                start()
            }
            return things.indices.compactMap { answers[$0] }
        }
    }

    func take(_ path: String, name: String) async -> Result<StoredPicture, PictureRefusal> {
        switch await setUp(path, name: name) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let workspace):
            defer { workspace.discard() }
            let answer = await underway.once(workspace.source) { await self.make(workspace) }
            return answer.map { $0.naming(workspace.original) }.mapError { $0.naming(workspace.original) }
        }
    }

    private func make(_ workspace: PictureWorkspace) async -> Result<StoredPicture, PictureRefusal> {
        if let stored = known(workspace) { return .success(stored) }
        let made = await semaphore.pass { [processor] () -> Result<StoredPicture, PictureRefusal> in
            do throws(PictureRefusal) {
                try await processor.makeMaster(workspace)
                return await processor.makeSizes([workspace], in: workspace.folder)[workspace.folder]
                    ?? .failure(PictureRefusal(.broken, workspace.original))
            } catch {
                return .failure(error)
            }
        }
        switch made {
        case nil: return .failure(PictureRefusal(.busy, workspace.original))
        case .failure(let refusal): return .failure(refusal)
        case .success(let stored): return await finish(workspace, stored)
        }
    }

    /// One process per size for several masters. A hostile file can fail the whole bundle, so failed pictures are retried alone.
    private func take(bundle: [(path: String, workspace: PictureWorkspace)]) async -> [(String, Result<StoredPicture, PictureRefusal>)] {
        let made =
            await semaphore.pass { [processor, folder] in await processor.makeSizes(bundle.map(\.workspace), in: folder + "/.benches") }
            ?? [:]
        var answers: [(String, Result<StoredPicture, PictureRefusal>)] = []
        for (path, workspace) in bundle {
            if case .success(let stored)? = made[workspace.folder] {
                answers.append((path, await finish(workspace, stored)))
                workspace.discard()
            } else {
                workspace.discard()
                answers.append((path, await take(path, name: path)))
            }
        }
        return answers
    }

    private func finish(_ workspace: PictureWorkspace, _ stored: StoredPicture) async -> Result<StoredPicture, PictureRefusal> {
        await offThread { [folder] in
            do {
                unlink(workspace.input)
                for file in PictureFile.allCases { try AtomicFile.sync(workspace.path(file)) }
                try AtomicFile.sync(workspace.folder)
                let target = "\(folder)/\(stored.file)"
                if try !AtomicFile.place(workspace.folder, at: target) { AtomicFile.touch(target) }
                try AtomicFile.sync(folder)
                if !workspace.isMaster { try AtomicFile.write(Data(stored.file.utf8), to: "\(folder)/.sources/\(workspace.source)") }
                return .success(stored)
            } catch {
                self.log.error("picture not stored", metadata: ["cause": "\(error)"])
                return .failure(PictureWorkspace.refusal(for: error, workspace.original))
            }
        }
    }

    private func setUp(_ path: String, name: String) async -> Result<PictureWorkspace, PictureRefusal> {
        await offThread { [folder, limits] in
            Result { () throws(PictureRefusal) in
                try PictureWorkspace.set(up: "\(folder)/.benches/\(UUID().uuidString)", from: path, name: name, limits: limits)
            }
        }
    }

    private func known(_ workspace: PictureWorkspace) -> StoredPicture? {
        let name =
            workspace.isMaster
            ? String(workspace.source.prefix(32))
            : AtomicFile.contents("\(folder)/.sources/\(workspace.source)").map { String(decoding: $0, as: UTF8.self) }
        guard let name, Self.isName(name) else { return nil }
        guard let bytes = AtomicFile.contents(master(name)), let container = WebPContainer(Data(bytes)) else { return nil }
        // The sweep spares recently touched folders, so a caller about to insert the row is safe.
        AtomicFile.touch("\(folder)/\(name)")
        return StoredPicture(
            file: name, width: container.width, height: container.height, bytes: bytes.count, original: workspace.original)
    }

    static func isName(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

/// Running work by source hash; a second upload of the same bytes waits for the first result.
private actor PicturesUnderway {
    private var tasks: [String: Task<Result<StoredPicture, PictureRefusal>, Never>] = [:]

    func once(
        _ source: String, _ work: @escaping @Sendable () async -> Result<StoredPicture, PictureRefusal>
    ) async -> Result<StoredPicture, PictureRefusal> {
        if let task = tasks[source] { return await task.value }
        let task = Task { await work() }
        tasks[source] = task
        let answer = await task.value
        tasks[source] = nil
        return answer
    }
}

func offThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .utility).async { continuation.resume(returning: work()) }
    }
}
