import CDeflate

/// Unpacks gzip in memory, up to a limit.
public enum Gunzip {
    public static func isPacked(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// nil for damaged bytes and for what is larger than the limit.
    public static func unpack(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var room = min(max(bytes.count * 4, 64 << 10), limit)
        while true {
            var (count, result) = (0, LIBDEFLATE_BAD_DATA)
            let unpacked = [UInt8](unsafeUninitializedCapacity: room) { buffer, length in
                result = libdeflate_gzip_decompress(decompressor, bytes, bytes.count, buffer.baseAddress, room, &count)
                length = result == LIBDEFLATE_SUCCESS ? count : 0
            }
            if result == LIBDEFLATE_SUCCESS { return unpacked }
            guard result == LIBDEFLATE_INSUFFICIENT_SPACE, room < limit else { return nil }
            room = min(room * 4, limit)
        }
    }
}
