import Crypto
import Foundation
import Glibc

/// File work that survives a power cut: what it reports as done is on the disk.
enum AtomicFile {
    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        let description: String

        init(_ what: String, _ path: String, code: Int32 = errno) {
            self.code = code
            description = "\(what) \(path): \(String(cString: strerror(code)))"
        }

        var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
    }

    /// Copies a regular file and returns its SHA-256 in hexadecimal. Reads at most `limit` bytes; nil when there are more.
    static func copy(_ source: String, to target: String, limit: Int) throws -> (hash: String, size: Int)? {
        let input = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard input >= 0 else { throw Failure("open", source) }
        defer { close(input) }
        guard isRegular(input) else { throw Failure("open", source, code: EINVAL) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw Failure("create", target) }
        defer { close(output) }

        var hash = SHA256()
        var size = 0
        var buffer = [UInt8](repeating: 0, count: 128 * 1024)
        while true {
            let count = Glibc.read(input, &buffer, buffer.count)
            if count < 0 { throw Failure("read", source) }
            if count == 0 { return (hash.finalize().hexadecimal, size) }
            size += count
            if size > limit { return nil }
            hash.update(data: buffer[..<count])
            try writeAll(buffer[..<count], to: output, path: target)
        }
    }

    /// Writes a whole file in place of what was there.
    static func write(_ data: Data, to path: String) throws {
        let temporary = path + ".new"
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure("create", temporary) }
        defer { close(file) }
        try writeAll(Array(data)[...], to: file, path: temporary)
        guard rename(temporary, path) == 0 else { throw Failure("rename", path) }
    }

    /// Waits until a file or a folder's list of names is on the disk.
    static func sync(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure("open", path) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw Failure("fsync", path) }
    }

    /// The SHA-256 of a regular file in hexadecimal, and its size.
    static func hash(_ path: String) throws -> (hash: String, size: Int) {
        let input = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard input >= 0 else { throw Failure("open", path) }
        defer { close(input) }
        guard isRegular(input) else { throw Failure("open", path, code: EINVAL) }
        var hash = SHA256()
        var size = 0
        var buffer = [UInt8](repeating: 0, count: 128 * 1024)
        while true {
            let count = Glibc.read(input, &buffer, buffer.count)
            if count < 0 { throw Failure("read", path) }
            if count == 0 { return (hash.finalize().hexadecimal, size) }
            size += count
            hash.update(data: buffer[..<count])
        }
    }

    /// Gives a file or a folder another name on the same disk, in place of a file that has it.
    static func move(_ path: String, to other: String) throws {
        guard rename(path, other) == 0 else { throw Failure("rename", other) }
    }

    /// Moves a finished folder into place. False when that name is taken: somebody else made the same meanwhile.
    static func place(_ folder: String, at target: String) throws -> Bool {
        if rename(folder, target) == 0 { return true }
        guard errno == ENOTEMPTY || errno == EEXIST else { throw Failure("rename", target) }
        return false
    }

    /// One content under two names; nothing is copied.
    static func link(_ path: String, as other: String) throws {
        guard Glibc.link(path, other) == 0 else { throw Failure("link", other) }
    }

    /// Sets the time of last change to now.
    static func touch(_ path: String) { utimes(path, nil) }

    /// Seconds since the last change; nil when it is not there.
    static func age(_ path: String) -> Double? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
    }

    /// Bytes; nil when it is not there.
    static func size(_ path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether it is a file, and no link to one.
    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Writes at the end of an open file.
    static func append(_ bytes: [UInt8], to file: Int32, path: String) throws { try writeAll(bytes[...], to: file, path: path) }

    /// The content of a regular file, nil when it is not there. Links are not followed.
    static func contents(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let size = Int(status.st_size)
        return try? [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let count = Glibc.read(file, buffer.baseAddress! + filled, size - filled)
                guard count > 0 else { throw Failure("read", path) }
                filled += count
            }
        }
    }

    private static func isRegular(_ file: Int32) -> Bool {
        var status = stat()
        return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func writeAll(_ bytes: ArraySlice<UInt8>, to file: Int32, path: String) throws {
        try bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = Glibc.write(file, buffer.baseAddress! + written, buffer.count - written)
                if count < 0 { throw Failure("write", path) }
                written += count
            }
        }
    }
}

extension Sequence<UInt8> {
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
