import Glibc

/// Reports to systemd how far the program is, as sd_notify(3) describes; without systemd it does nothing.
enum ServiceManager {
    nonisolated(unsafe) private static var path: String?

    /// Keeps the address from the programs that this process starts. Called before a second thread exists.
    static func take() {
        guard let text = getenv("NOTIFY_SOCKET") else { return }
        path = String(cString: text)
        if !Supervisor.isParent { unsetenv("NOTIFY_SOCKET") }
    }

    static func tell(_ state: String) {
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
