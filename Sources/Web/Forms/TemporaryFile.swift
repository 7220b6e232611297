import Foundation
import Hummingbird

/// A file being received, deleted with the last reference unless it becomes an `UploadedFile`.
final class TemporaryFile {
    static let prefix = "portico-upload-"

    private let path: String
    private let descriptor: Int32
    private(set) var size = 0
    private var isKept = false

    /// Creates an empty file that only this user may read; `isDiscarded` counts the bytes and stores none.
    init(in folder: String, isDiscarded: Bool = false) throws {
        guard !isDiscarded else {
            (descriptor, path) = (-1, "")
            return
        }
        var template = Array((folder + (folder.hasSuffix("/") ? "" : "/") + Self.prefix + "XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw CannotStore(errno: errno) }
        // Child processes, such as image tools, must not inherit it.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func append(_ bytes: ArraySlice<UInt8>) throws {
        defer { size += bytes.count }
        guard descriptor >= 0 else { return }
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw CannotStore(errno: errno) }
                rest = rest.dropFirst(written)
            }
        }
    }

    func keep(named name: String) -> UploadedFile {
        isKept = true
        return UploadedFile(name: name, path: path, size: size)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isKept { unlink(path) }
    }

    struct CannotStore: Error { let errno: Int32 }
}
