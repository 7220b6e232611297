import Foundation

/// The bytes of an archive, kept in one place for readers that go on over several calls.
final class ArchiveBytes: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer

    /// It is never changed after this.
    init(_ bytes: some Collection<UInt8>) {
        memory = .allocate(byteCount: bytes.count, alignment: 1)
        memory.copyBytes(from: bytes)
    }

    deinit { memory.deallocate() }

    fileprivate func reader() throws(ArchiveReader.Failure) -> ArchiveReader { try ArchiveReader(UnsafeRawBufferPointer(memory), .zip) }

    /// The names of all files. An archive with more than `most` is refused.
    func names(most: Int) throws(ArchiveReader.Failure) -> [String] {
        let reader = try reader()
        var names: [String] = []
        while let entry = try reader.next() {
            if entry.content == .other { throw .damaged }
            names.append(entry.name)
            guard names.count <= most else { throw .tooLarge }
        }
        return names
    }
}

/// One file of an archive, unpacked piece by piece.
final class ArchivePart {
    private let archive: ArchiveBytes
    private let reader: ArchiveReader
    private var left: Int

    /// Throws if there is no such file; reading throws `tooLarge` after `limit` bytes.
    init(_ name: String, of archive: ArchiveBytes, limit: Int) throws(ArchiveReader.Failure) {
        (self.archive, left, reader) = (archive, limit, try archive.reader())
        while let entry = try reader.next() {
            if entry.name == name, entry.content == .file { return }
        }
        throw .damaged
    }

    /// Empty at the end.
    func read() throws(ArchiveReader.Failure) -> [UInt8] {
        let bytes = try reader.read()
        left -= bytes.count
        guard left >= 0 else { throw .tooLarge }
        return bytes
    }

    func readAll() throws(ArchiveReader.Failure) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try read()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }

    func parse(_ events: any XMLEvents) throws {
        let stream = XMLStream(events)
        while case let bytes = try read(), !bytes.isEmpty { try stream.add(bytes) }
        try stream.end()
    }
}
