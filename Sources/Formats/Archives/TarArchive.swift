import Foundation
import Glibc

/// Reads an uncompressed tar archive, which may be hostile: only plain files with plain names, none larger than the archive.
public struct TarArchive {
    public struct Entry: Equatable {
        public let name: String
        public let size: Int
    }

    public struct Refused: Error, Equatable {
        public let what: String

        public init(what: String) { self.what = what }
    }

    public let size: Int
    private let file: FileHandle
    private let reader: ArchiveReader

    public init(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Refused(what: "not a file") }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw Refused(what: "not a file") }
        size = Int(status.st_size)
        guard try file.read(upToCount: 2) != Data([0x1F, 0x8B]) else { throw Refused(what: "compressed") }
        try file.seek(toOffset: 0)
        reader = try Self.refusing("no tar archive") { () throws(ArchiveReader.Failure) in
            try ArchiveReader(descriptor: descriptor, .tar)
        }
    }

    public func next() throws -> Entry? {
        guard let entry = try Self.refusing("cut off or damaged", reader.next) else { return nil }
        guard entry.content == .file else { throw Refused(what: "no plain file: " + entry.name.prefix(60)) }
        guard ArchiveReader.isPlain(entry.name) else { throw Refused(what: "no plain name") }
        guard let length = entry.size, length <= size else { throw Refused(what: "cut off: " + entry.name) }
        return Entry(name: entry.name, size: length)
    }

    /// A part of the entry's content; empty at its end.
    public func read() throws -> [UInt8] { try Self.refusing("cut off", reader.read) }

    public func readAll(limit: Int) throws -> Data {
        Data(try Self.refusing("cut off") { () throws(ArchiveReader.Failure) in try reader.readAll(limit: limit) })
    }

    private static func refusing<Value>(_ what: String, _ act: () throws(ArchiveReader.Failure) -> Value) throws -> Value {
        do { return try act() } catch {
            throw Refused(what: error == .notAnArchive ? "no tar archive" : what)
        }
    }
}
