import CArchive

/// Writes a compressed ZIP archive with libarchive piece by piece. What is ready is taken with `take`, so that a long archive is never in memory.
final class ArchiveWriter {
    struct Failed: Error {}

    private let handle: OpaquePointer
    private var ready: [UInt8] = []

    init() throws {
        guard let handle = archive_write_new() else { throw Failed() }
        self.handle = handle
        archive_write_set_format_zip(handle)
        // Spreadsheet programs refuse the fields for sizes over 4 GB where they are not needed.
        archive_write_set_options(handle, "zip:compression=deflate,zip:!zip64")
        archive_write_set_bytes_per_block(handle, 0)
        let context = Unmanaged.passUnretained(self).toOpaque()
        let result = archive_write_open(
            handle, context, nil,
            { _, context, bytes, count in
                guard let context, let bytes else { return 0 }
                let writer = Unmanaged<ArchiveWriter>.fromOpaque(context).takeUnretainedValue()
                writer.ready.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
                return count
            }, nil)
        guard result == ARCHIVE_OK else { throw Failed() }
    }

    deinit { archive_write_free(handle) }

    /// Begins a file with an ASCII name; slashes separate folders.
    func begin(_ name: String) throws {
        guard let entry = archive_entry_new() else { throw Failed() }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        // A plain file of 1 January 1980: equal content gives equal archives.
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_mtime(entry, 315_532_800, 0)
        guard archive_write_header(handle, entry) == ARCHIVE_OK else { throw Failed() }
    }

    func add(_ bytes: [UInt8]) throws {
        guard archive_write_data(handle, bytes, bytes.count) == bytes.count else { throw Failed() }
    }

    func close() throws {
        guard archive_write_close(handle) == ARCHIVE_OK else { throw Failed() }
    }

    /// The bytes since the last time.
    func take() -> [UInt8] {
        defer { ready = [] }
        return ready
    }
}
