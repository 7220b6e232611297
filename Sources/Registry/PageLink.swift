/// A page of another system about a record of the registry.
public struct PageLink: Sendable {
    public let text: String
    /// Distinguishes pages with the same label; may be empty.
    public let detail: String
    public let address: String
    public let icon: String

    public init(_ text: String, detail: String = "", address: String, icon: String) {
        (self.text, self.detail, self.address, self.icon) = (text, detail, address, icon)
    }
}
