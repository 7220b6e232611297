public struct WebPush: Sendable {
    /// Allows push services on the private network and without TLS, for tests.
    public var allowsPrivate: Bool
    /// The site's https address, which push services require as the sender.
    public var site: String?

    public init(allowsPrivate: Bool = false, site: String? = nil) { (self.allowsPrivate, self.site) = (allowsPrivate, site) }

    /// Whether browsers can subscribe, which needs HTTPS.
    public var isReachable: Bool { site != nil || allowsPrivate }

    /// Returns why an address is not a valid push endpoint (public internet, TLS); nil if it is.
    public func refusal(of address: String) async -> String? {
        guard let url = Outgoing.url(address), url.scheme == "https" || allowsPrivate else { return "address" }
        return await Outgoing(allowsPrivate: allowsPrivate).target(of: address).error == "private" ? "private" : nil
    }
}
