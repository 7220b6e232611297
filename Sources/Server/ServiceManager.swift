import Glibc
import Web

/// Reports to systemd how far the program is, as sd_notify(3) describes; without systemd it does nothing.
enum ServiceManager {
    nonisolated(unsafe) private static var path: String?

    /// Keeps the address from the programs that this process starts. Called before a second thread exists.
    static func readEnvironment() {
        guard let text = getenv("NOTIFY_SOCKET") else { return }
        path = String(cString: text)
        if !Supervisor.isParent { unsetenv("NOTIFY_SOCKET") }
    }

    /// Returns the socket that the service manager opened before the start, as sd_listen_fds(3) describes; nil without one.
    static func socket(port: Int, _ say: StartupLogger) -> Int32? {
        let first: Int32 = 3
        func number(_ name: String) -> Int32? { getenv(name).flatMap { Int32(String(cString: $0), in: .whole) } }
        let count = number("LISTEN_PID") == getpid() ? number("LISTEN_FDS") ?? 0 : 0
        // Not for the programs that this process starts.
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        guard count > 0 else { return nil }
        guard let own = listeningPort(first) else {
            say("The service manager passes something else than a listening TCP socket, which is not used.", .warning)
            return nil
        }
        if count > 1 { say("Of the \(count) sockets of the service manager only the first is used, with port \(own).", .warning) }
        if own != port {
            say("The socket of the service manager has port \(own), and PORTICO_PORT is \(port): port \(own) is used.", .warning)
        }
        _ = fcntl(first, F_SETFL, fcntl(first, F_GETFL) | O_NONBLOCK)
        return first
    }

    /// nil when it is no TCP socket that listens.
    private static func listeningPort(_ socket: Int32) -> Int? {
        var (isListening, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        guard getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening == 1 else { return nil }
        var address = sockaddr_in6()
        length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) == 0 }
        }
        // The port of IPv4 is at the same place.
        guard isKnown, [AF_INET, AF_INET6].contains(Int32(address.sin6_family)) else { return nil }
        return Int(UInt16(bigEndian: address.sin6_port))
    }

    static func notify(_ state: String) {
        guard let path, path.hasPrefix("/") || path.hasPrefix("@") else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // An address in the abstract space begins with a zero, which systemd writes as @.
        let bytes = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8) + [0]
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count)
        let text = Array(state.utf8)
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = sendto(socket, text, text.count, Int32(MSG_NOSIGNAL), $0, length) }
        }
    }
}
