import Crypto
import Foundation

/// Whether a text can be an address that mail is sent to. What an address really reaches only a message tells; this keeps out what could
/// do harm in the header of one.
public enum MailAddress {
    public static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (3...254).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) && !forbidden.contains($0) }) else {
            return false
        }
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].count) else { return false }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy(isLabel)
    }

    /// What an address is counted by where it shall not be kept.
    public static func hash(_ address: String) -> Data { Data(SHA256.hash(data: Data(address.utf8))) }

    private static let forbidden = Set("\"(),:;<>[]\\`".utf8)

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        let isAllowed = label.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == hyphen
        }
        return isAllowed && (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
    }
}
