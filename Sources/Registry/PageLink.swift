/// A page that another system has about something of the registry.
public struct PageLink: Sendable {
    /// The key of its label.
    public let text: String
    /// What tells it apart from others with the same label; empty for nothing.
    public let detail: String
    public let address: String
    public let icon: String

    public init(_ text: String, detail: String = "", address: String, icon: String) {
        (self.text, self.detail, self.address, self.icon) = (text, detail, address, icon)
    }
}
