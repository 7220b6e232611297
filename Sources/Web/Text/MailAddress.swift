import Crypto
import Foundation

/// Validates mail addresses. Only a message proves that one exists; this keeps out text that could break a mail header.
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

    /// Returns the hash used to count an address that must not be stored.
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
