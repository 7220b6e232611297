import Foundation
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Where the picture tools are; Debian's `libvips-tools` and `util-linux`.
struct PictureTools: Sendable {
    var prlimit = "/usr/bin/prlimit"
    var vips = "/usr/bin/vips"
    var thumbnail = "/usr/bin/vipsthumbnail"
    var header = "/usr/bin/vipsheader"

    var missing: [String] { [prlimit, vips, thumbnail, header].filter { !FileManager.default.isExecutableFile(atPath: $0) } }
}

/// Runs one decoding command in a process of its own, with limits on memory, processor, time and output.
///
/// Decoders of pictures are where memory errors live; here they can at worst lose their own process. No shell, an environment of its
/// own, and never an argument that came from outside: files have names that we gave them.
struct LimitedProcess: Sendable {
    enum Outcome: Equatable {
        case done(String)
        case failed(String)
        /// Killed at the time-out or by a limit.
        case killed
        /// Could not be started.
        case missing(String)
    }

    var tools: PictureTools
    var limits: PictureLimits

    /// - Parameter pictures: how many pictures the command works on; time limits grow with it.
    func run(_ command: String, _ arguments: [String], in folder: String, pictures: Int = 1) async -> Outcome {
        let caps = [
            "--as=\(limits.memory)", "--cpu=\(limits.processorSeconds + 2 * (pictures - 1))", "--fsize=\(limits.output)", "--core=0",
        ]
        let timeout = Duration.seconds(limits.seconds + 4 * (pictures - 1))
        return await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await start(Arguments(caps + [command] + arguments), in: folder) }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return nil
            }
            // Leaving the other task cancelled kills the process; the group waits until it is gone.
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .killed
        }
    }

    private func start(_ arguments: Arguments, in folder: String) async -> Outcome {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))]
        do {
            let result = try await Subprocess.run(
                .path(FilePath(tools.prlimit)), arguments: arguments, environment: environment(in: folder),
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

    private func environment(in folder: String) -> Environment {
        .custom([
            "PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": folder, "TMPDIR": folder,
            "VIPS_BLOCK_UNTRUSTED": "1",  // refuses SVG, PDF, ImageMagick and other loaders that are not made for hostile files
            "VIPS_WARNING": "0",
        ])
    }
}
