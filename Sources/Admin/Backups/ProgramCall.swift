import Foundation

/// This program as people call it on its server: in its folder, as its user, by its whole path.
struct ProgramCall {
    let folder: String
    let program: String

    static let current = ProgramCall(
        folder: FileManager.default.currentDirectoryPath,
        path: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "portico",
        user: getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) })

    /// - Parameter user: nil when the system knows no name for it.
    init(folder: String, path: String, user: String?) {
        self.folder = folder
        program = user.map { $0 == "root" ? path : "sudo -u \($0) \(path)" } ?? path
    }

    static func whole(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
