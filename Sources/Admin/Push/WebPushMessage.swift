import Foundation

/// What is sent to one browser.
public struct WebPushMessage: Sendable {
    let subscription: WebSubscription
    let payload: Data
    let topic: String
    let end: Date
    let isUrgent: Bool

    /// - Parameters:
    ///   - payload: for the worker of the pages; at most `PushMessage.limit` bytes.
    ///   - topic: what takes the place of what while a browser is off; at most 32 characters of base64url.
    ///   - end: until when it is worth delivering.
    ///   - isUrgent: whether a device that saves its battery is woken for it.
    public init(to subscription: WebSubscription, payload: Data, topic: String, end: Date, isUrgent: Bool) {
        (self.subscription, self.payload, self.topic, self.end, self.isUrgent) = (subscription, payload, topic, end, isUrgent)
    }

    /// The push service: what the address begins with, up to the path.
    public var service: String {
        let parts = subscription.address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/") + "/"
    }
}
