import Admin
import CProcess
import Foundation

struct MachineChecks {
    var programs = NeededProgram.all
    var mounts = Portal.mounts

    var results: [DoctorResult] { [clock] + missing }

    /// Whether a time service keeps the clock, as the kernel knows it.
    private var clock: DoctorResult {
        switch is_clock_kept() {
        case 1: .ok("clock")
        case 0: .warning("clock", "alone")
        default: .unknown("clock", "unknown")
        }
    }

    private var missing: [DoctorResult] {
        let files = FileManager.default
        var results = programs.filter { !files.isExecutableFile(atPath: $0.path) }.map { program -> DoctorResult in
            let values = ["path": program.path, "package": program.package]
            return [.recordings, .speech].contains(program.use)
                ? .warning("programs", program.use.rawValue, values) : .fault("programs", program.use.rawValue, values)
        }
        for folder in mounts.values.sorted() where !files.fileExists(atPath: folder) {
            results.append(.warning("programs", "map", ["path": folder, "package": "libjs-leaflet"]))
        }
        return results.isEmpty ? [.ok("programs", "ok", ["count": "\(programs.count)"])] : results
    }
}
