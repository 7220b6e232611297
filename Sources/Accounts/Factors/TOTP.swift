import Crypto
import Foundation
import Web

/// Time-based codes (RFC 6238) with HMAC-SHA-1 and 30-second steps, which every app supports.
struct TOTP: Sendable {
    let secret: Data

    static let seconds: Int64 = 30

    init() { secret = SymmetricKey(size: .init(bitCount: 160)).withUnsafeBytes { Data($0) } }

    init(secret: Data) { self.secret = secret }

    static func step(at date: Date) -> Int64 { Int64(Int(cutting: date.timeIntervalSince1970.rounded(.down))) / seconds }

    func code(at step: Int64, digits: Int = 6) -> String {
        let counter = withUnsafeBytes(of: step.bigEndian) { Data($0) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret)))
        let offset = Int(mac[19] & 0x0F)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        var limit: UInt32 = 1
        for _ in 0..<digits { limit *= 10 }
        let text = String(number % limit)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// The code's step; nil when wrong, used, older than the previous step or in the future (over 30 seconds, ASVS 6.5.5).
    func accepted(_ typed: String, at now: Date, after last: Int64) -> Int64? {
        let digits = Data(typed.utf8.filter { $0 != UInt8(ascii: " ") })
        guard digits.count == 6 else { return nil }
        let current = Self.step(at: now)
        return [current, current - 1].first { step in
            let isRight = Data(code(at: step).utf8).isSame(as: digits)
            return isRight && step > last
        }
    }

    func address(issuer: String, name: String) -> String {
        let (issuer, name) = (String(issuer.prefix(40)).encodedForLabel, name.encodedForLabel)
        return "otpauth://totp/\(issuer):\(name)?secret=\(Base32.text(secret).uppercased())&issuer=\(issuer)"
    }
}

extension Data {
    /// Compares in constant time.
    func isSame(as other: Data) -> Bool {
        count == other.count && zip(self, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension String {
    fileprivate var encodedForLabel: String { encodedForQuery.replacing("/", with: "%2F") }
}
