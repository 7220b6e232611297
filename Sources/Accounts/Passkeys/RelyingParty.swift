import Foundation

/// Whom passkeys belong to: this site, by the name that browsers know it by.
struct RelyingParty: Equatable, Sendable {
    /// The host; a passkey works nowhere else.
    let id: String
    /// As browsers write it into what is signed: `https://portal.example.org`.
    let origin: String

    /// - Parameters:
    ///   - publicURL: where visitors reach the site; it counts whatever a request says.
    ///   - authority: the host that was asked for, used where no address was configured and only for `localhost`.
    /// - Returns: nil where browsers allow no passkeys: without HTTPS, and for a number instead of a name.
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
