import Foundation
import Hummingbird
import Logging
import Web

/// The files of all pictures: one folder for each, named by its content, made in full before it appears and never changed afterwards.
///
/// ```
/// <data>/pictures/3f…e1/master.webp 1200.webp 1200.jpg 480.webp 96.webp
/// <data>/pictures/.sources/<SHA-256 of an upload>   the name it became, so that the same file is not decoded twice
/// <data>/pictures/.benches/                         pictures in the making
/// ```
public final class PictureStore: Sendable {
    public let limits: PictureLimits
    let folder: String
    let tools: PictureTools
    private let works: PictureProcessor
    private let turnstile: BoundedSemaphore
    private let underway = PicturesUnderway()
    private let log: Logger

    /// - Parameter folder: `<data>/pictures`; made when it does not exist.
    public convenience init(folder: String, limits: PictureLimits = PictureLimits()) throws {
        try self.init(folder: folder, limits: limits, tools: PictureTools())
    }

    init(folder: String, limits: PictureLimits = PictureLimits(), tools: PictureTools) throws {
        // vips gets absolute paths, because a relative name of an output means "beside the input" to it.
        self.folder = URL(fileURLWithPath: folder).standardizedFileURL.path
        self.limits = limits
        self.tools = tools
        log = Logger(label: "portico.pictures")
        works = PictureProcessor(process: LimitedProcess(tools: tools, limits: limits), log: log)
        turnstile = BoundedSemaphore(places: limits.atOnce, seats: limits.waiting)
        for part in ["", "/.sources", "/.benches"] {
            try FileManager.default.createDirectory(
                atPath: self.folder + part, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    /// Programs that are needed and not installed, for the start to refuse with.
    public var missingTools: [String] { tools.missing }

    /// Where the master of a picture is, for an export.
    public func master(_ file: String) -> String { "\(folder)/\(file)/\(PictureFile.master.rawValue)" }

    /// Checks an upload, decodes it, makes every size; all files are on the disk when this returns, and no row anywhere.
    public func take(_ upload: UploadedFile) async throws(PictureRefusal) -> StoredPicture {
        let name = upload.name.harmlessFileName
        guard upload.size <= limits.bytes else { throw PictureRefusal(.tooLarge, name, ["limit": "\(limits.bytes >> 20) MB"]) }
        return try await take(upload.path, name: name).get()
    }

    /// The same for the files of one form; the answers are in the order of the files.
    public func take(_ uploads: [UploadedFile]) async -> [Result<StoredPicture, PictureRefusal>] {
        await inTurn(uploads) { upload in
            do throws(PictureRefusal) { return .success(try await self.take(upload)) } catch { return .failure(error) }
        }
    }

    /// The same for many files on this machine, as the seed file names them; the answers are by path.
    ///
    /// Masters that an export wrote go through in bundles, because starting vips costs more than a small picture.
    public func take(files: [String]) async -> [String: Result<StoredPicture, PictureRefusal>] {
        var answers: [String: Result<StoredPicture, PictureRefusal>] = [:]
        var plain: [(path: String, bench: PictureWorkspace)] = []
        var others: [String] = []
        for path in Set(files).sorted() {
            switch await setUp(path, name: path) {
            case .failure(let refusal): answers[path] = .failure(refusal)
            case .success(let bench):
                if let stored = known(bench) {
                    bench.discard()
                    answers[path] = .success(stored)
                } else if bench.isMaster {
                    plain.append((path, bench))
                } else {
                    bench.discard()
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
        case bundle([(path: String, bench: PictureWorkspace)])
        case single(String)
    }

    /// Works on many things, no more at once than the turnstile lets in, so that one person's many files never fill the queue.
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

    private func take(_ path: String, name: String) async -> Result<StoredPicture, PictureRefusal> {
        switch await setUp(path, name: name) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let bench):
            defer { bench.discard() }
            let answer = await underway.once(bench.source) { await self.make(bench) }
            // Somebody else's upload of the same bytes had another name.
            return answer.map { $0.named(bench.original) }.mapError { $0.named(bench.original) }
        }
    }

    private func make(_ bench: PictureWorkspace) async -> Result<StoredPicture, PictureRefusal> {
        if let stored = known(bench) { return .success(stored) }
        let made = await turnstile.pass { [works] () -> Result<StoredPicture, PictureRefusal> in
            do throws(PictureRefusal) {
                try await works.makeMaster(bench)
                return await works.makeSizes([bench], in: bench.folder)[bench.folder] ?? .failure(PictureRefusal(.broken, bench.original))
            } catch {
                return .failure(error)
            }
        }
        switch made {
        case nil: return .failure(PictureRefusal(.busy, bench.original))
        case .failure(let refusal): return .failure(refusal)
        case .success(let stored): return await finish(bench, stored)
        }
    }

    /// Several masters with one process for each size. One hostile file can lose the bundle's process, so whoever failed gets a second
    /// try alone.
    private func take(bundle: [(path: String, bench: PictureWorkspace)]) async -> [(String, Result<StoredPicture, PictureRefusal>)] {
        let made = await turnstile.pass { [works, folder] in await works.makeSizes(bundle.map(\.bench), in: folder + "/.benches") } ?? [:]
        var answers: [(String, Result<StoredPicture, PictureRefusal>)] = []
        for (path, bench) in bundle {
            if case .success(let stored)? = made[bench.folder] {
                answers.append((path, await finish(bench, stored)))
                bench.discard()
            } else {
                bench.discard()
                answers.append((path, await take(path, name: path)))
            }
        }
        return answers
    }

    /// Puts a finished bench into the store.
    private func finish(_ bench: PictureWorkspace, _ stored: StoredPicture) async -> Result<StoredPicture, PictureRefusal> {
        await offThread { [folder] in
            do {
                unlink(bench.input)
                for file in PictureFile.allCases { try AtomicFile.sync(bench.path(file)) }
                try AtomicFile.sync(bench.folder)
                let target = "\(folder)/\(stored.file)"
                if try !AtomicFile.place(bench.folder, at: target) { AtomicFile.touch(target) }
                try AtomicFile.sync(folder)
                if !bench.isMaster { try AtomicFile.write(Data(stored.file.utf8), to: "\(folder)/.sources/\(bench.source)") }
                return .success(stored)
            } catch {
                self.log.error("picture not stored", metadata: ["cause": "\(error)"])
                return .failure(PictureWorkspace.refusal(for: error, bench.original))
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

    /// The picture that the same bytes became before.
    private func known(_ bench: PictureWorkspace) -> StoredPicture? {
        let name =
            bench.isMaster
            ? String(bench.source.prefix(32))
            : AtomicFile.contents("\(folder)/.sources/\(bench.source)").map { String(decoding: $0, as: UTF8.self) }
        guard let name, Self.isName(name) else { return nil }
        guard let bytes = AtomicFile.contents(master(name)), let container = WebPContainer(Data(bytes)) else { return nil }
        // The sweep leaves young folders alone: whoever is about to enter a row for this one is safe.
        AtomicFile.touch("\(folder)/\(name)")
        return StoredPicture(
            file: name, width: container.width, height: container.height, bytes: bytes.count, original: bench.original)
    }

    /// Whether a text can be the name of a stored picture.
    static func isName(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

/// Work that is going on, by the hash of its source: who comes with the same bytes waits for the first one's answer.
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

/// Runs slow file work where it holds up no request.
func offThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .utility).async { continuation.resume(returning: work()) }
    }
}
