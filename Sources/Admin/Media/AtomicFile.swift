import Crypto
import Foundation
import Glibc

/// Durable file operations: a completed call survives a power cut.
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

    /// Copies a regular file and returns its SHA-256 in hexadecimal; nil above `limit` bytes.
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

    static func write(_ data: Data, to path: String) throws {
        let temporary = path + ".new"
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure("create", temporary) }
        defer { close(file) }
        try writeAll(Array(data)[...], to: file, path: temporary)
        guard rename(temporary, path) == 0 else { throw Failure("rename", path) }
    }

    static func sync(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure("open", path) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw Failure("fsync", path) }
    }

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

    static func move(_ path: String, to other: String) throws {
        guard rename(path, other) == 0 else { throw Failure("rename", other) }
    }

    static func place(_ folder: String, at target: String) throws -> Bool {
        if rename(folder, target) == 0 { return true }
        guard errno == ENOTEMPTY || errno == EEXIST else { throw Failure("rename", target) }
        return false
    }

    static func link(_ path: String, as other: String) throws {
        guard Glibc.link(path, other) == 0 else { throw Failure("link", other) }
    }

    static func touch(_ path: String) { utimes(path, nil) }

    static func age(_ path: String) -> Double? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
    }

    static func size(_ path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    static func append(_ bytes: [UInt8], to file: Int32, path: String) throws { try writeAll(bytes[...], to: file, path: path) }

    /// Reads a regular file without following links; nil if it is missing.
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
