import Dispatch
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An IP address, and whether it is public. A webhook address must not make this server call its own network (server-side request forgery).
public struct NetworkAddress: Sendable, Equatable {
    public let text: String
    /// 4 or 16.
    private let bytes: [UInt8]

    init?(_ text: String) {
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            bytes = withUnsafeBytes(of: v4) { Array($0) }
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            bytes = withUnsafeBytes(of: v6) { Array($0) }
        } else {
            return nil
        }
        self.text = text
    }

    public var isV6: Bool { bytes.count == 16 }

    /// Whether it is on the public internet (IANA's special-purpose registries for IPv4 and IPv6).
    public var isPublic: Bool { bytes.count == 4 ? Self.isPublic(v4: bytes) : isPublicV6 }

    private static func isPublic(v4 b: [UInt8]) -> Bool {
        switch (b[0], b[1], b[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (169, 254, _), (172, 16...31, _), (192, 168, _): false
        case (100, 64...127, _), (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113): false
        case (224..., _, _): false
        default: true
        }
    }

    private var isPublicV6: Bool {
        // IPv4 in IPv6 (mapped, compatible, NAT64) is judged as IPv4.
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == bytes[11], [0, 0xFF].contains(bytes[10]) {
            return Self.isPublic(v4: Array(bytes.suffix(4)))
        }
        if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B]) {
            return bytes[4..<12].allSatisfy { $0 == 0 } && Self.isPublic(v4: Array(bytes.suffix(4)))
        }
        // Only 2000::/3 is allocated; it includes tunnels (Teredo, 6to4), benchmarks and examples.
        guard bytes[0] & 0xE0 == 0x20 else { return false }
        if bytes[0] == 0x20, bytes[1] == 0x02 { return Self.isPublic(v4: Array(bytes[2..<6])) }
        if bytes[0] == 0x20, bytes[1] == 0x01 { return bytes[2] > 0x01 && !(bytes[2] == 0x0D && bytes[3] == 0xB8) }
        return !(bytes[0] == 0x3F && bytes[1] == 0xFF && bytes[2] < 0x10)
    }

    public static func all(of name: String) async -> [NetworkAddress] {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: lookUp(name)) }
        }
    }

    private static func lookUp(_ name: String) -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var found: [NetworkAddress] = []
        var next = first
        while let info = next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(info.pointee.ai_addr, info.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 {
                // Addresses with a zone (`fe80::1%eth0`) are refused.
                let written = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                if let address = NetworkAddress(written) { found.append(address) } else { return [] }
            }
            next = info.pointee.ai_next
        }
        return found
    }
}
