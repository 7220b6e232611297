import CProcess
import Glibc
import Web

import struct Portal.Configuration

/// The parent of `portico serve`: holds the socket and restarts a crashed server. One thread, and after the start only the C library.
enum Supervisor {
    /// Milliseconds between crashes before the first answer, so that a server which cannot start does not load the machine.
    private static let pauses: [Int] = [0, 0, 200, 500, 1_000, 2_000, 5_000, 10_000]

    private enum ChildExit {
        case exited(Int32)
        case crashed(signal: Int32)
    }

    static var isParent: Bool { getenv(Supervision.variable) == nil }

    static func joinParent() {
        _ = end_with_parent()
        if let parent = Supervision.current?.parent, getppid() != parent { exit(1) }
        if let socket = Supervision.current?.socket { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
    }

    static func supervise(_ configuration: Configuration) -> Never { exit(run(configuration, StartupLogger(configuration))) }

    private static func run(_ configuration: Configuration, _ say: StartupLogger) -> Int32 {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGCHLD, SIGUSR1] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let socket = ServiceManager.socket(port: configuration.port, say) ?? listen(on: configuration.host, configuration.port)
        var crashes = 0
        while true {
            let run = name()
            guard let child = start(socket, run) else {
                say("portico cannot start its server: \(String(cString: strerror(errno)))", .error)
                return 1
            }
            release_code()
            let (exit, hasServed, isStopping) = wait(child, &signals)
            switch exit {
            case .exited(Supervision.restartExitCode) where !isStopping: crashes = 0
            case .exited(let code): return code
            case .crashed(let signal):
                // Stopped before the server installed its signal handlers.
                if isStopping { return signal == SIGTERM ? 0 : 1 }
                note(signal, run, hasServed, in: configuration.data, say)
                crashes = hasServed ? 0 : crashes + 1
                say("portico: the server ended by signal \(signal) (\(String(cString: strsignal(signal)))); it is started again", .error)
                if sleep(pauses[min(crashes, pauses.count - 1)], &signals) { return 1 }
            }
        }
    }

    /// nil when it cannot be opened: the server then tries and reports the error.
    private static func listen(on host: String, _ port: Int) -> Int32? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found?.pointee else { return nil }
        defer { freeaddrinfo(found) }
        let socket = Glibc.socket(address.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard socket >= 0 else { return nil }
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(socket, address.ai_addr, address.ai_addrlen) == 0, Glibc.listen(socket, ServerLimits.backlog) == 0 else {
            close(socket)
            return nil
        }
        return socket
    }

    private static func name() -> String {
        var bytes = [UInt8](repeating: 0, count: 12)
        getentropy(&bytes, bytes.count)
        return bytes.map { String($0, radix: 16) }.joined()
    }

    private static func start(_ socket: Int32?, _ run: String) -> pid_t? {
        setenv(Supervision.variable, "\(socket ?? -1) \(run) \(getpid())", 1)
        defer { unsetenv(Supervision.variable) }
        // Swift's crash backtrace takes seconds for a large program and delays the restart.
        setenv("SWIFT_BACKTRACE", "enable=no", 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = CommandLine.arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        let failure = posix_spawn(&child, program(), nil, &attributes, &words, process_environment())
        if failure != 0 { errno = failure }
        return failure == 0 ? child : nil
    }

    /// The path of this program, or `/proc/self/exe` where that path is not executable.
    private static func program() -> String {
        let own = "/proc/self/exe"
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard readlink(own, &bytes, bytes.count - 1) > 0, access(bytes, X_OK) == 0 else { return own }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func wait(_ child: pid_t, _ signals: inout sigset_t) -> (ChildExit, hasServed: Bool, isStopping: Bool) {
        var (hasServed, isStopping) = (false, false)
        while true {
            var signal: Int32 = 0
            sigwait(&signals, &signal)
            switch signal {
            case SIGUSR1: hasServed = true
            case SIGTERM, SIGINT:
                isStopping = true
                kill(child, SIGTERM)
            default:
                var status: Int32 = 0
                guard waitpid(child, &status, WNOHANG) == child else { continue }
                let signal = status & 0x7F
                return (signal == 0 ? .exited(status >> 8 & 0xFF) : .crashed(signal: signal), hasServed, isStopping)
            }
        }
    }

    /// Returns true when the process is asked to stop.
    private static func sleep(_ milliseconds: Int, _ signals: inout sigset_t) -> Bool {
        var rest = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
        let signal = sigtimedwait(&signals, nil, &rest)
        return signal == SIGTERM || signal == SIGINT
    }

    /// Adds a line to `crashes.log`, which the next server reports to administrators.
    private static func note(_ signal: Int32, _ run: String, _ hasServed: Bool, in folder: String, _ say: StartupLogger) {
        let path = folder + "/" + Supervision.crashFile
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return say("portico: \(path) cannot be written: \(String(cString: strerror(errno)))", .error) }
        write("\(time(nil)) \(signal) \(run) \(hasServed ? 1 : 0)\n", to: file)
        close(file)
    }

    private static func write(_ text: String, to file: Int32) {
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    }
}
