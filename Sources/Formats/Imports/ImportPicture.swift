import Foundation

/// A picture as its source holds it, not decoded yet.
public struct ImportPicture: Equatable, Sendable {
    public let name: String
    public let bytes: Data

    public init(_ name: String, _ bytes: Data) { (self.name, self.bytes) = (name, bytes) }
}
