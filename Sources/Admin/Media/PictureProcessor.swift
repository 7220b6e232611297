import Foundation
import Logging
import Web

struct PictureProcessor: Sendable {
    let process: LimitedProcess
    let log: Logger

    private var limits: PictureLimits { process.limits }
    private static let one = "--vips-concurrency=1"

    /// Decodes the upload and writes the master: upright, sRGB, without metadata, at most 2400 pixels. A plain WebP is kept.
    func makeMaster(_ workspace: PictureWorkspace) async throws(PictureRefusal) {
        if workspace.isMaster { return }
        if workspace.kind == .heif { try await checkHeader(workspace) }
        let side = "\(PictureFile.master.side)"
        let outcome = await process.run(
            process.tools.vips,
            [
                "thumbnail", workspace.input, "\(workspace.folder)/\(PictureFile.master.output)", side, "--height", side, "--size", "down",
                "--fail-on", "error", "--export-profile", "srgb", Self.one,
            ], in: workspace.folder)
        try require(outcome, workspace)
        do { try workspace.clean(.master) } catch { throw PictureWorkspace.refusal(for: error, workspace.original) }
    }

    /// Makes the smaller sizes of several pictures with one process per size. Failed pictures are missing from the result.
    func makeSizes(_ workspaces: [PictureWorkspace], in folder: String) async -> [String: Result<StoredPicture, PictureRefusal>] {
        var answers: [String: Result<StoredPicture, PictureRefusal>] = [:]
        for workspace in workspaces {
            do { answers[workspace.folder] = .success(try workspace.measure()) } catch {
                answers[workspace.folder] = .failure(PictureWorkspace.refusal(for: error, workspace.original))
            }
        }
        // The JPEG first: every picture has one, so it also proves that a kept WebP decodes.
        for file in [PictureFile.largeJPEG, .large, .medium, .thumb] {
            let alive = workspaces.filter { if case .success = answers[$0.folder] { true } else { false } }
            let (shrunk, linked) = alive.reduce(into: ([PictureWorkspace](), [PictureWorkspace]())) { split, workspace in
                guard case .success(let stored) = answers[workspace.folder] else { return }
                if file != .largeJPEG && max(stored.width, stored.height) <= file.side {
                    split.1.append(workspace)
                } else {
                    split.0.append(workspace)
                }
            }
            for workspace in linked {
                do { try AtomicFile.link(workspace.path(.master), as: workspace.path(file)) } catch {
                    answers[workspace.folder] = .failure(PictureWorkspace.refusal(for: error, workspace.original))
                }
            }
            guard !shrunk.isEmpty else { continue }
            let outcome = await process.run(
                process.tools.thumbnail,
                shrunk.map { $0.path(.master) } + ["--size", "\(file.side)x\(file.side)>", "-o", file.output, Self.one],
                in: folder, pictures: shrunk.count)
            for workspace in shrunk {
                do { try finish(workspace, file, outcome) } catch {
                    answers[workspace.folder] = .failure(PictureWorkspace.refusal(for: error, workspace.original))
                }
            }
        }
        return answers
    }

    /// vips continues after an unreadable picture and leaves an empty file, so each file is checked.
    private func finish(_ workspace: PictureWorkspace, _ file: PictureFile, _ outcome: LimitedProcess.Outcome) throws {
        let size = (try? FileManager.default.attributesOfItem(atPath: workspace.path(file))[.size] as? Int) ?? 0
        guard size > 0 else {
            try require(outcome, workspace)
            throw PictureRefusal(.broken, workspace.original)
        }
        if file == .largeJPEG {
            guard AtomicFile.contents(workspace.path(file))?.suffix(2) == [0xFF, 0xD9] else {
                try require(outcome, workspace)
                throw PictureRefusal(.broken, workspace.original)
            }
        } else {
            try workspace.clean(file)
        }
    }

    private func checkHeader(_ workspace: PictureWorkspace) async throws(PictureRefusal) {
        let outcome = await process.run(process.tools.header, [workspace.input, Self.one], in: workspace.folder)
        try require(outcome, workspace)
        // "…/input: 4000x3000 uchar, 3 bands, srgb, heifload"
        guard case .done(let text) = outcome, let match = text.firstMatch(of: /: (\d{1,9})x(\d{1,9})\s/),
            let width = Int(match.1, in: .whole), let height = Int(match.2, in: .whole)
        else { throw PictureRefusal(.broken, workspace.original) }
        try PictureWorkspace.check(PictureHeader(width: width, height: height), workspace.original, limits)
    }

    private func require(_ outcome: LimitedProcess.Outcome, _ workspace: PictureWorkspace) throws(PictureRefusal) {
        switch outcome {
        case .done: return
        case .killed: throw PictureRefusal(.tooHeavy, workspace.original)
        case .failed(let said):
            log.info("picture refused", metadata: ["name": "\(workspace.original)", "vips": "\(said.prefix(500))"])
            let isFull = said.contains("No space left on device") || said.contains("Disk quota exceeded")
            throw PictureRefusal(isFull ? .diskFull : .broken, workspace.original)
        case .missing(let said):
            log.error("picture tools do not start", metadata: ["cause": "\(said.prefix(500))"])
            throw PictureRefusal(.unavailable, workspace.original)
        }
    }
}
