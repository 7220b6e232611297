import Foundation

/// The files of a ZIP archive, unpacked in memory within limits. The sizes that the archive declares are not trusted.
public struct ZipArchive: Sendable {
    public struct File: Sendable {
        /// The name in the archive. It serves to choose files by ending, never as a path to write to.
        public let name: String
        public let bytes: Data
    }

    public let files: [File]

    public static func isArchive(_ bytes: Data) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    /// Unpacks the wanted files and takes their bytes from `budget`; nil when the archive is damaged or lists more than `entries` files, or
    /// a wanted file is encrypted, a link, there twice, larger than the budget, or named as if it were outside.
    public init?(_ bytes: Data, entries: Int = 5_000, budget: inout Int, wanted: (String) -> Bool) {
        var left = budget
        defer { budget = left }
        let files = bytes.withUnsafeBytes { try? Self.files(ArchiveReader($0, .zip), entries, &left, wanted) }
        guard let files else { return nil }
        self.files = files
    }

    /// The same of bytes that are not copied.
    public init?(_ bytes: [UInt8], budget: inout Int, wanted: (String) -> Bool) {
        var left = budget
        defer { budget = left }
        let found = bytes.withUnsafeBytes { memory in try? Self.files(ArchiveReader(memory, .zip), 5_000, &left, wanted) }
        guard let found else { return nil }
        files = found
    }

    public static func file(_ name: String, in bytes: [UInt8], limit: Int) -> [UInt8]? {
        var left = limit
        let found = bytes.withUnsafeBytes { memory in
            try? Self.files(ArchiveReader(memory, .zip), 5_000, &left) { $0 == name }
        }
        return found?.first.map { [UInt8]($0.bytes) }
    }

    /// The names of its files; nil for what is no archive, a damaged one, and one that lists more than `most`.
    public static func names(in bytes: [UInt8], most: Int = 5_000) -> [String]? {
        guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
        return bytes.withUnsafeBytes { memory in
            guard let reader = try? ArchiveReader(memory, .zip) else { return nil }
            var names: [String] = []
            do {
                while let entry = try reader.next() {
                    names.append(entry.name)
                    guard names.count <= most else { return nil }
                }
            } catch { return nil }
            return names
        }
    }

    private static func files(
        _ reader: ArchiveReader, _ limit: Int, _ budget: inout Int, _ wanted: (String) -> Bool
    ) throws(ArchiveReader.Failure) -> [File] {
        var (files, names, count): ([File], Set<String>, Int) = ([], [], 0)
        while let entry = try reader.next() {
            count += 1
            guard count <= limit else { throw .tooLarge }
            guard wanted(entry.name), entry.content != .folder else { continue }
            guard entry.content == .file, ArchiveReader.isPlain(entry.name), names.insert(entry.name).inserted else { throw .damaged }
            let bytes = try reader.readAll(limit: budget)
            budget -= bytes.count
            files.append(File(name: entry.name, bytes: Data(bytes)))
        }
        return files
    }
}
