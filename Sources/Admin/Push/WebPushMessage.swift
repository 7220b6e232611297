import Foundation

public struct WebPushMessage: Sendable {
    let subscription: WebSubscription
    let payload: Data
    let topic: String
    let end: Date
    let isUrgent: Bool

    /// The payload has at most `PushMessage.limit` bytes. A `topic` (at most 32 base64url characters) replaces an undelivered message with
    /// the same topic. After `end` it expires; `isUrgent` wakes a device in battery-saving mode.
    public init(to subscription: WebSubscription, payload: Data, topic: String, end: Date, isUrgent: Bool) {
        (self.subscription, self.payload, self.topic, self.end, self.isUrgent) = (subscription, payload, topic, end, isUrgent)
    }

    /// The push service: what the address begins with, up to the path.
    public var service: String {
        let parts = subscription.address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/") + "/"
    }
}
