import Foundation
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// The picture tools, from Debian's `libvips-tools` and `util-linux`.
struct PictureTools: Sendable {
    var prlimit = "/usr/bin/prlimit"
    var vips = "/usr/bin/vips"
    var thumbnail = "/usr/bin/vipsthumbnail"
    var header = "/usr/bin/vipsheader"

    var missing: [String] { [prlimit, vips, thumbnail, header].filter { !FileManager.default.isExecutableFile(atPath: $0) } }
}

/// Decoders are prone to memory errors: this process has limits, no shell, a clean environment and file names of our own.
struct LimitedProcess: Sendable {
    enum Outcome: Equatable {
        case done(String)
        case failed(String)
        case killed
        case missing(String)
    }

    var tools: PictureTools
    var limits: PictureLimits

    /// - Parameter readsDrawings: whether vips may read SVG, which is only for drawings of our own and of symbol archives.
    func run(_ command: String, _ arguments: [String], in folder: String, pictures: Int = 1, readsDrawings: Bool = false) async -> Outcome {
        let caps = [
            "--as=\(limits.memory)", "--cpu=\(limits.processorSeconds + 2 * (pictures - 1))", "--fsize=\(limits.output)", "--core=0",
        ]
        let timeout = Duration.seconds(limits.seconds + 4 * (pictures - 1))
        return await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await start(Arguments(caps + [command] + arguments), in: folder, readsDrawings: readsDrawings) }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return nil
            }
            // Cancelling the other task kills the process; the group waits for its end.
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .killed
        }
    }

    private func start(_ arguments: Arguments, in folder: String, readsDrawings: Bool) async -> Outcome {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))]
        do {
            let result = try await Subprocess.run(
                .path(FilePath(tools.prlimit)), arguments: arguments, environment: environment(in: folder, readsDrawings: readsDrawings),
                workingDirectory: FilePath(folder), platformOptions: options,
                output: .string(limit: 256 * 1024), error: .combinedWithOutput)
            let said = result.standardOutput
            switch result.terminationStatus {
            case .exited(0): return .done(said)
            case .exited(126), .exited(127): return .missing(said)
            case .exited: return .failed(said)
            case .signaled: return .killed
            }
        } catch let error as SubprocessError where error.code == .outputLimitExceeded {
            return .failed("")
        } catch {
            return Task.isCancelled ? .killed : .missing("\(error)")
        }
    }

    private func environment(in folder: String, readsDrawings: Bool) -> Environment {
        var variables: [Environment.Key: String] = [
            "PATH": "/usr/bin:/bin", "LC_ALL": readsDrawings ? "C.UTF-8" : "C", "HOME": folder, "TMPDIR": folder, "VIPS_WARNING": "0",
        ]
        // It refuses SVG, PDF, ImageMagick and other loaders not made for hostile files.
        if !readsDrawings { variables["VIPS_BLOCK_UNTRUSTED"] = "1" }
        return .custom(variables)
    }
}
