import Accounts
import Foundation

/// The token of `portico doctor`: valid for minutes, and compared with a file in the data folder, so only its owner can make one.
struct DoctorToken: Sendable {
    static let file = "doctor.token"
    private static let lifetime: TimeInterval = 300

    private let path: String

    init(data: String) { path = data + "/" + Self.file }

    /// Makes a token and its file, which holds only the hash; nil when the folder cannot be written.
    func make() -> Token? {
        remove()
        let token = Token()
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let hash = [UInt8](token.hash)
        return write(file, hash, hash.count) == hash.count ? token : nil
    }

    func remove() { unlink(path) }

    /// Whether the text is the token of a fresh file that belongs to this process's user, or to the system's, and to no other reader.
    func accepts(_ text: String?, now: Date = .now) -> Bool {
        guard let token = text.flatMap(Token.init(sent:)) else { return false }
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_mode & 0o077 == 0,
            [geteuid(), 0].contains(facts.st_uid)
        else { return false }
        let age = now.timeIntervalSince1970 - TimeInterval(facts.st_mtim.tv_sec)
        guard (-1...Self.lifetime).contains(age) else { return false }
        let hash = [UInt8](token.hash)
        var kept = [UInt8](repeating: 0, count: hash.count + 1)
        return read(file, &kept, kept.count) == hash.count && kept.dropLast() == hash[...]
    }
}
