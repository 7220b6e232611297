import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Loopback, RFC 1918, RFC 4193 and this machine's names. Single words and numbers are not private: anyone can send them.
enum PrivateHost {
    private static let endings = [".local", ".lan", ".internal", ".home.arpa"]

    static let ownNames: Set<String> = names(of: ProcessInfo.processInfo.hostName)

    static func names(of machine: String) -> Set<String> {
        let whole = machine.lowercased()
        let word = String(whole.prefix { $0 != "." })
        guard !word.isEmpty else { return [] }
        return Set([whole, word] + endings.map { word + $0 })
    }

    static func contains(_ name: String, ownNames: Set<String> = ownNames) -> Bool {
        if name == "localhost" || name.hasSuffix(".localhost") || ownNames.contains(name) { return true }
        if name.hasPrefix("["), name.hasSuffix("]") { return isPrivate(v6: String(name.dropFirst().dropLast())) }
        var address = in_addr()
        guard inet_pton(AF_INET, name, &address) == 1 else { return false }
        return isPrivate(v4: withUnsafeBytes(of: address) { Array($0) })
    }

    private static func isPrivate(v4 bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (127, _), (10, _), (172, 16...31), (192, 168): true
        default: false
        }
    }

    private static func isPrivate(v6 text: String) -> Bool {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return false }
        let bytes = withUnsafeBytes(of: address) { Array($0) }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        if isMapped { return isPrivate(v4: Array(bytes.suffix(4))) }
        let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
        return isLoopback || bytes[0] & 0xFE == 0xFC
    }
}
