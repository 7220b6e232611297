import Foundation
import Web

/// The elements of a CAP message that index feeds repeat, so that programs choose before they load it.
struct CAPSummary: Sendable {
    static let space = "urn:oasis:names:tc:emergency:cap:1.2"

    var isDrill: Bool
    var kind: CAPMessage.Kind
    var event: String
    var severity: AlertSeverity
    var effectiveAt: Date
    var expiresAt: Date?
    var area: String

    var xml: String {
        let (urgency, weight, certainty) = severity.cap
        return XMLText.element("cap:status", isDrill ? "Exercise" : "Actual") + XMLText.element("cap:msgType", kind.rawValue)
            + XMLText.element("cap:event", event) + XMLText.element("cap:urgency", kind == .cancel ? "Past" : urgency)
            + XMLText.element("cap:severity", weight) + XMLText.element("cap:certainty", certainty)
            + XMLText.element("cap:effective", WrittenTime.cap(effectiveAt))
            + XMLText.element("cap:expires", expiresAt.map(WrittenTime.cap))
            + XMLText.element("cap:areaDesc", area)
    }
}
