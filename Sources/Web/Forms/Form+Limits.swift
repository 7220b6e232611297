import Foundation

extension Form {
    public struct Limits: Sendable {
        public var bytes = 32 << 20
        public var fileBytes = 16 << 20
        /// Bytes of all text together; the only byte limit of a body that is not multipart.
        public var textBytes = 2 << 20
        /// Values; a repeated name counts each time.
        public var fields = 5_000
        public var files = 50
        /// Bytes that a sender without proof of identity may send; see `RequestBudget`.
        public var strangerBytes = 64 << 10
        public var discardsFiles = false
        public var nameBytes = 200
        public var time: Duration = .seconds(600)
        /// How long the transfer may be slower than `bytesPerSecond`.
        public var patience: Duration = .seconds(20)
        /// The slowest average rate since the start, checked after `patience`.
        public var bytesPerSecond = 500
        /// The folder of temporary files. On the file system of the pictures, keeping a file is a rename.
        public var folder = NSTemporaryDirectory()

        public init() {}

        public static let standard: Limits = {
            var limits = Limits()
            (limits.bytes, limits.files) = (4 << 20, 0)
            return limits
        }()

        public static let documents = Limits()

        /// Removes files of a killed process from `folder`, except those of the last hour, which another process may use.
        public func removeLeftovers(before date: Date = .now - 3_600) {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(TemporaryFile.prefix) {
                let path = folder + "/" + name
                let changed = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
                if let changed, changed < date { try? FileManager.default.removeItem(atPath: path) }
            }
        }
    }
}
