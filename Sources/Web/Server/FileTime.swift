import Foundation
import Glibc

/// When a file was last changed, and whether it is one.
public struct FileTime: Equatable, Sendable {
    let changed: Date
    let isRegular: Bool
    /// Differs when anything was written to the file, also by a program that sets its time back.
    public let mark: String

    /// Follows links; nil where nothing is. `FileManager` would look up the names of owner and group for each file as well, which takes
    /// longer than reading it.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        changed = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        mark = [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
            .map(String.init).joined(separator: " ")
    }

    /// Of the running program.
    public static let program = FileTime(of: "/proc/self/exe")
}
