import Glibc

public enum LogFormat: String, CaseIterable, Sendable {
    case plain
    /// A priority that the journal reads, such as `<4>`, and no time, because the journal has its own.
    case journal
    case json

    /// `journal` where the journal reads the standard error, else `plain`.
    public static var usual: Self { isJournal(environment: getenv("JOURNAL_STREAM").map { String(cString: $0) }) ? .journal : .plain }

    /// The format before the settings are read.
    public static var atStart: Self {
        let text = getenv(Setting.prefix + "LOG").map { String(cString: $0) } ?? ""
        return LogSettings(text)?.format ?? usual
    }

    /// The variable names device and inode, so that a program whose output goes elsewhere is not misled.
    private static func isJournal(environment text: String?) -> Bool {
        var status = stat()
        guard let text, fstat(STDERR_FILENO, &status) == 0 else { return false }
        return text == "\(status.st_dev):\(status.st_ino)"
    }
}
