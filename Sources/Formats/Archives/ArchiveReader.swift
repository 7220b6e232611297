import CArchive

/// Reads the entries of a ZIP or tar archive in order, with libarchive. It writes no file and runs no other format or compression.
final class ArchiveReader {
    enum Format { case zip, tar }

    enum Failure: Error {
        case notAnArchive
        case damaged
        case tooLarge
    }

    struct Entry {
        let name: String
        /// nil where the archive does not tell it before the content.
        let size: Int?
        let content: Content
    }

    enum Content {
        case file, folder
        /// A link, a device, or an encrypted file.
        case other
    }

    private static let block = 128 * 1024

    private let handle: OpaquePointer
    private let letters = carchive_utf8()

    /// The memory must outlive the reader.
    convenience init(_ bytes: UnsafeRawBufferPointer, _ format: Format) throws(Failure) {
        try self.init(format) { archive_read_open_memory($0, bytes.baseAddress, bytes.count) }
    }

    /// The descriptor stays the caller's.
    convenience init(descriptor: Int32, _ format: Format) throws(Failure) {
        try self.init(format) { archive_read_open_fd($0, descriptor, Self.block) }
    }

    private init(_ format: Format, _ open: (OpaquePointer) -> Int32) throws(Failure) {
        guard let handle = archive_read_new() else { throw .notAnArchive }
        self.handle = handle
        switch format {
        // By the directory at the end, as other programs read it: what is hidden between its files is not seen.
        case .zip: archive_read_support_format_zip_seekable(handle)
        case .tar: archive_read_support_format_tar(handle)
        }
        guard open(handle) == ARCHIVE_OK else { throw .notAnArchive }
    }

    deinit {
        archive_read_free(handle)
        carchive_free(letters)
    }

    func next() throws(Failure) -> Entry? {
        var (entry, name): (OpaquePointer?, UnsafePointer<CChar>?)
        let result = carchive_next(handle, &entry, &name, letters)
        if result == ARCHIVE_EOF { return nil }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let entry else {
            throw archive_format(handle) == 0 ? .notAnArchive : .damaged
        }
        let isClosed = archive_entry_is_encrypted(entry) != 0
        let content: Content = isClosed ? .other : carchive_is_file(entry) != 0 ? .file : carchive_is_folder(entry) != 0 ? .folder : .other
        let size = archive_entry_size_is_set(entry) != 0 ? Int(exactly: archive_entry_size(entry)) : nil
        guard size ?? 0 >= 0 else { throw .damaged }
        return Entry(name: name.map { String(cString: $0) } ?? "", size: size, content: content)
    }

    /// A part of the entry's content; empty at its end. A wrong checksum is damage.
    func read() throws(Failure) -> [UInt8] {
        var count = 0
        let part = [UInt8](unsafeUninitializedCapacity: Self.block) { buffer, length in
            count = archive_read_data(handle, buffer.baseAddress, buffer.count)
            length = max(0, count)
        }
        guard count >= 0 else { throw .damaged }
        return part
    }

    func readAll(limit: Int) throws(Failure) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let part = try read()
            if part.isEmpty { return all }
            guard all.count + part.count <= limit else { throw .tooLarge }
            all += part
        }
    }

    /// Whether a name leads from a folder into it: relative, without `..`, backslashes and control characters.
    static func isPlain(_ name: String) -> Bool {
        guard (1...1_000).contains(name.utf8.count), name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
            return false
        }
        return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
    }
}
