import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// What the parent process told this one: the socket that it keeps open, and the name of this run.
public struct Supervision: Sendable {
    /// The environment variable that the parent sets: descriptor, name and process number of the parent.
    public static let variable = "PORTICO_SUPERVISED"
    /// The exit code by which a server asks to be started again.
    public static let startAgain: Int32 = 75
    /// Lines about crashes, in the data folder; written by the parent.
    public static let crashFile = "crashes.log"

    /// Nil where the parent could not open it: then the server does, and says what is wrong.
    public let socket: Int32?
    /// Names this process in `crashes.log`, and the jobs that it has in hand.
    public let run: String
    public let parent: Int32

    /// Nil without a parent.
    public static let current: Supervision? = Supervision(ProcessInfo.processInfo.environment[variable] ?? "")

    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let socket = Int32(parts[0]), let parent = Int32(parts[2]) else { return nil }
        (self.socket, run, self.parent) = (socket >= 0 ? socket : nil, String(parts[1]), parent)
    }

    /// Tells the parent that requests are answered: a crash from now on is followed by a new start at once.
    public func tellServing() { kill(parent, SIGUSR1) }
}
