import Foundation
import Glibc

public struct FileTime: Equatable, Sendable {
    let changed: Date
    let isRegular: Bool
    /// Changes with every write, even when a program resets the modification time.
    public let mark: String

    /// Follows links; nil when nothing exists. `FileManager` also looks up owner and group names, which takes longer than reading the file.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        changed = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        mark = [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
            .map(String.init).joined(separator: " ")
    }

    public static let program = FileTime(of: "/proc/self/exe")
}
