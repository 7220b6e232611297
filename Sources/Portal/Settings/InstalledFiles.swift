import Foundation

/// Finds the files that belong to the program: in `share/portico` beside its `bin`, beside the program, or in the working directory.
enum InstalledFiles {
    /// - Parameter otherwise: where the system has such files; nil for the working directory.
    static func path(_ name: String, otherwise: String? = nil, program: String? = running) -> String {
        guard let program else { return otherwise ?? name }
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        let shared = folder.deletingLastPathComponent().appendingPathComponent("share/portico").path
        let folders = folder.lastPathComponent == "bin" ? [shared, folder.path] : [folder.path]
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) } ?? otherwise ?? name
    }

    /// nil where the system does not say.
    private static let running = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
}
