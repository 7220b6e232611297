import Foundation

struct RelyingParty: Equatable, Sendable {
    let id: String
    let origin: String

    /// `authority` counts only for `localhost`. nil where browsers forbid passkeys: without HTTPS and for IP addresses.
    init?(publicURL: String?, authority: String?) {
        guard let address = publicURL ?? authority.map({ "http://" + $0 }), let parts = URLComponents(string: address.lowercased()),
            let scheme = parts.scheme, let host = parts.host, host.utf8.contains(where: { (0x61...0x7A).contains($0) }),
            !host.utf8.contains(UInt8(ascii: ":"))
        else { return nil }
        guard host == "localhost" || (publicURL != nil && scheme == "https") else { return nil }
        let port = parts.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        id = host
        origin = "\(scheme)://\(host)\(port)"
    }
}
