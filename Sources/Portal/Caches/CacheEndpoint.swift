import Admin
import Foundation

/// A cache in front of the site that takes messages about changes: `BAN http://127.0.0.1:6081/`.
public struct CacheEndpoint: Sendable, Equatable {
    static let methods = ["PURGE", "BAN", "POST"]

    let method: String
    let address: String

    /// Reads a method and an address, or only an address for `PURGE`; nil when it is neither.
    init?(_ text: String) {
        let parts = text.split(separator: " ").map(String.init)
        guard let address = parts.last, parts.count < 3, Outgoing.url(address) != nil else { return nil }
        let method = parts.count == 2 ? parts[0].uppercased() : "PURGE"
        guard Self.methods.contains(method) else { return nil }
        (self.method, self.address) = (method, address)
    }

    /// The host with its port: an address may hold a secret.
    var host: String {
        let parts = URLComponents(string: address)
        return (parts?.host ?? "") + (parts?.port.map { ":\($0)" } ?? "")
    }
}
