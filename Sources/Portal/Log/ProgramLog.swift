import Glibc
import Logging
import Web

/// Writes all of the log to the standard error, one line for each event.
public struct ProgramLog: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata = Logger.Metadata()
    public var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let format: LogFormat

    public init(label: String, format: LogFormat) { (self.label, self.format) = (label, format) }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var all = metadata
        if let metadataProvider { all.merge(metadataProvider.get()) { $1 } }
        if let explicit = event.metadata { all.merge(explicit) { $1 } }
        if let error = event.error { all["error.message"] = "\(error)" }
        let sorted = all.sorted { $0.key < $1.key }.map { (name: $0.key, value: "\($0.value)") }
        let line = LogLine(level: event.level, label: label, message: "\(event.message)", source: event.source, metadata: sorted)
        Self.write(line.text(format, at: Self.now))
    }

    /// Says what a person at a terminal reads as a plain sentence; in the other formats it is an event of the log.
    public static func say(_ text: String, _ level: Logger.Level = .notice, in format: LogFormat) {
        write(format == .plain ? TerminalText.escaped(text) : LogLine(level: level, label: "portico", message: text).text(format, at: now))
    }

    private static var now: timespec {
        var moment = timespec()
        clock_gettime(CLOCK_REALTIME, &moment)
        return moment
    }

    /// One call for each line, so that lines of several threads and processes do not mix.
    private static func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            written += count
        }
    }
}
