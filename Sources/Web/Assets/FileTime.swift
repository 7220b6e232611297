import Foundation
import Glibc

/// When a file was last changed, and whether it is one.
struct FileTime {
    let changed: Date
    let isRegular: Bool

    /// Follows links; nil where nothing is. `FileManager` would look up the names of owner and group for each file as well, which takes
    /// longer than reading it.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        changed = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }
}
