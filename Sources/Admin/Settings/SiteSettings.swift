import Foundation

/// What the owner of the site decides about it as a whole.
public struct SiteSettings: Sendable {
    /// The zone in which dates are typed and shown.
    public var zone: TimeZone = TimeZone(identifier: "Europe/Rome") ?? .gmt
    /// Address of map tiles, `https://tiles.example.org/{z}/{x}/{y}.png`; empty for maps without a background.
    public var tiles = ""
    public init() {}
}
