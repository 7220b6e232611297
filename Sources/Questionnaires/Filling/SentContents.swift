import Crypto
import Foundation
import Synchronization

/// Remembers the content sent with each nonce, to reject other answers with the same nonce. Kept in memory under a key of this process: on
/// disk beside a receipt it would link to the answers. After a restart, the same nonce counts as the same sending.
enum SentContents {
    private static let key = SymmetricKey(size: .bits256)
    private static let kept = Mutex<[Data: Data]>([:])
    private static let most = 10_000

    static func note(_ replies: Replies, as nonce: String, of offer: String) {
        kept.withLock { kept in
            if kept.count >= most { kept = [:] }
            kept[mark(Data("\(offer) \(nonce)".utf8))] = mark(of: replies)
        }
    }

    static func isSame(_ replies: Replies, as nonce: String, of offer: String) -> Bool {
        guard let known = kept.withLock({ $0[mark(Data("\(offer) \(nonce)".utf8))] }) else { return true }
        return known == mark(of: replies)
    }

    private static func mark(of replies: Replies) -> Data {
        let lines = replies.all.sorted { $0.key < $1.key }.map { question, reply in
            let typed = reply.typed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.utf8.count) \($0.value)" }
            return "\(question) \(reply.chosen) \(typed)"
        }
        return mark(Data(lines.joined(separator: "\n").utf8))
    }

    private static func mark(_ data: Data) -> Data { Data(HMAC<SHA256>.authenticationCode(for: data, using: key)) }
}
