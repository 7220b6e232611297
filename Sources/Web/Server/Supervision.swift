import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// What the parent process passes on: its open socket and the name of this run.
public struct Supervision: Sendable {
    /// The environment variable of the parent: descriptor, name and process number.
    public static let variable = "PORTICO_SUPERVISED"
    public static let restartExitCode: Int32 = 75
    /// The parent's record of crashes, in the data folder.
    public static let crashFile = "crashes.log"

    /// nil when the parent could not open it; then the server tries and reports the error.
    public let socket: Int32?
    /// Names this process in `crashes.log` and its running jobs.
    public let run: String
    public let parent: Int32

    public static let current: Supervision? = Supervision(ProcessInfo.processInfo.environment[variable] ?? "")

    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let socket = Int32(parts[0], in: .whole), let parent = Int32(parts[2], in: .whole) else { return nil }
        (self.socket, run, self.parent) = (socket >= 0 ? socket : nil, String(parts[1]), parent)
    }

    /// Reports that requests are answered: after a crash the parent then restarts at once.
    public func reportReady() { kill(parent, SIGUSR1) }
}
