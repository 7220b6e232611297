import Foundation
import Logging
import Web

struct PictureProcessor: Sendable {
    let process: LimitedProcess
    let log: Logger

    private var limits: PictureLimits { process.limits }
    private static let one = "--vips-concurrency=1"

    /// Decodes the upload and writes the master: upright, sRGB, without metadata, at most 2400 pixels. A plain WebP is kept.
    func makeMaster(_ bench: PictureWorkspace) async throws(PictureRefusal) {
        if bench.isMaster { return }
        if bench.kind == .heif { try await checkHeader(bench) }
        let side = "\(PictureFile.master.side)"
        let outcome = await process.run(
            process.tools.vips,
            [
                "thumbnail", bench.input, "\(bench.folder)/\(PictureFile.master.output)", side, "--height", side, "--size", "down",
                "--fail-on", "error", "--export-profile", "srgb", Self.one,
            ], in: bench.folder)
        try require(outcome, bench)
        do { try bench.clean(.master) } catch { throw PictureWorkspace.refusal(for: error, bench.original) }
    }

    /// Makes the smaller sizes of several pictures with one process per size. Failed pictures are missing from the result.
    func makeSizes(_ benches: [PictureWorkspace], in folder: String) async -> [String: Result<StoredPicture, PictureRefusal>] {
        var answers: [String: Result<StoredPicture, PictureRefusal>] = [:]
        for bench in benches {
            do { answers[bench.folder] = .success(try bench.measure()) } catch {
                answers[bench.folder] = .failure(PictureWorkspace.refusal(for: error, bench.original))
            }
        }
        // The JPEG first: every picture has one, so it also proves that a kept WebP decodes.
        for file in [PictureFile.largeJPEG, .large, .medium, .thumb] {
            let alive = benches.filter { if case .success = answers[$0.folder] { true } else { false } }
            let (shrunk, linked) = alive.reduce(into: ([PictureWorkspace](), [PictureWorkspace]())) { split, bench in
                guard case .success(let stored) = answers[bench.folder] else { return }
                if file != .largeJPEG && max(stored.width, stored.height) <= file.side {
                    split.1.append(bench)
                } else {
                    split.0.append(bench)
                }
            }
            for bench in linked {
                do { try AtomicFile.link(bench.path(.master), as: bench.path(file)) } catch {
                    answers[bench.folder] = .failure(PictureWorkspace.refusal(for: error, bench.original))
                }
            }
            guard !shrunk.isEmpty else { continue }
            let outcome = await process.run(
                process.tools.thumbnail,
                shrunk.map { $0.path(.master) } + ["--size", "\(file.side)x\(file.side)>", "-o", file.output, Self.one],
                in: folder, pictures: shrunk.count)
            for bench in shrunk {
                do { try finish(bench, file, outcome) } catch {
                    answers[bench.folder] = .failure(PictureWorkspace.refusal(for: error, bench.original))
                }
            }
        }
        return answers
    }

    /// vips continues after an unreadable picture and leaves an empty file, so each file is checked.
    private func finish(_ bench: PictureWorkspace, _ file: PictureFile, _ outcome: LimitedProcess.Outcome) throws {
        let size = (try? FileManager.default.attributesOfItem(atPath: bench.path(file))[.size] as? Int) ?? 0
        guard size > 0 else {
            try require(outcome, bench)
            throw PictureRefusal(.broken, bench.original)
        }
        if file == .largeJPEG {
            guard AtomicFile.contents(bench.path(file))?.suffix(2) == [0xFF, 0xD9] else {
                try require(outcome, bench)
                throw PictureRefusal(.broken, bench.original)
            }
        } else {
            try bench.clean(file)
        }
    }

    private func checkHeader(_ bench: PictureWorkspace) async throws(PictureRefusal) {
        let outcome = await process.run(process.tools.header, [bench.input, Self.one], in: bench.folder)
        try require(outcome, bench)
        // "…/input: 4000x3000 uchar, 3 bands, srgb, heifload"
        guard case .done(let text) = outcome, let match = text.firstMatch(of: /: (\d{1,9})x(\d{1,9})\s/),
            let width = Int(match.1, in: .whole), let height = Int(match.2, in: .whole)
        else { throw PictureRefusal(.broken, bench.original) }
        try PictureWorkspace.check(PictureHeader(width: width, height: height), bench.original, limits)
    }

    private func require(_ outcome: LimitedProcess.Outcome, _ bench: PictureWorkspace) throws(PictureRefusal) {
        switch outcome {
        case .done: return
        case .killed: throw PictureRefusal(.tooHeavy, bench.original)
        case .failed(let said):
            log.info("picture refused", metadata: ["name": "\(bench.original)", "vips": "\(said.prefix(500))"])
            let isFull = said.contains("No space left on device") || said.contains("Disk quota exceeded")
            throw PictureRefusal(isFull ? .diskFull : .broken, bench.original)
        case .missing(let said):
            log.error("picture tools do not start", metadata: ["cause": "\(said.prefix(500))"])
            throw PictureRefusal(.unavailable, bench.original)
        }
    }
}
