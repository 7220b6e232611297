/// How pushes to browsers go out, as the operator decided.
public struct WebPush: Sendable {
    /// Whether push services may be on the own network and without TLS, for tests.
    public var allowsPrivate: Bool
    /// The site's own address when it is https: push services want to know who sends.
    public var site: String?

    public init(allowsPrivate: Bool = false, site: String? = nil) { (self.allowsPrivate, self.site) = (allowsPrivate, site) }

    /// Whether browsers can subscribe at all: they do so on HTTPS alone.
    public var isReachable: Bool { site != nil || allowsPrivate }

    /// Why an address is none that a push service gives: they are on the public internet and speak TLS. Nil when it is one.
    public func refusal(of address: String) async -> String? {
        guard let url = Outgoing.url(address), url.scheme == "https" || allowsPrivate else { return "address" }
        return await Outgoing(allowsPrivate: allowsPrivate).target(of: address).error == "private" ? "private" : nil
    }
}
