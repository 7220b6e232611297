import Foundation

extension Form {
    /// How much a form may bring and how long it may take.
    public struct Limits: Sendable {
        /// Bytes of the whole body.
        public var bytes = 32 << 20
        /// Bytes of one file.
        public var fileBytes = 16 << 20
        /// Bytes of all typed text together; a body that is not multipart has no other.
        public var textBytes = 2 << 20
        /// Values, counting a repeated name each time.
        public var fields = 5_000
        /// Files.
        public var files = 50
        /// Bytes that a sender may bring of whom nothing is proved; see `RequestBudget`.
        public var strangerBytes = 64 << 10
        /// Whether files are counted and passed over, and never written down.
        public var discardsFiles = false
        /// Bytes of one name.
        public var nameBytes = 200
        /// The longest a body may take.
        public var time: Duration = .seconds(600)
        /// How long it may be slower than `bytesPerSecond`.
        public var patience: Duration = .seconds(20)
        /// The slowest sender we wait for, on average since the start, once `patience` is over.
        public var bytesPerSecond = 500
        /// Where files are put while a form is read. The folder of the pictures' file system makes keeping one a rename.
        public var folder = NSTemporaryDirectory()

        public init() {}

        /// A form of typed text, without files.
        public static let standard: Limits = {
            var limits = Limits()
            (limits.bytes, limits.files) = (4 << 20, 0)
            return limits
        }()

        /// A form with files of any kind.
        public static let documents = Limits()

        /// Removes what a killed process left in `folder`; to be called at start. Files of the last hour may belong to another process.
        public func removeLeftovers(before date: Date = .now - 3_600) {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(TemporaryFile.prefix) {
                let path = folder + "/" + name
                let changed = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
                if let changed, changed < date { try? FileManager.default.removeItem(atPath: path) }
            }
        }
    }
}
