import Admin
import Foundation
import Web

/// A warning in Common Alerting Protocol 1.2 (OASIS). Elements follow the schema's order.
struct CAPMessage: Sendable {
    enum Kind: String, Sendable { case alert = "Alert", update = "Update", cancel = "Cancel" }

    struct Info: Sendable {
        var language: String
        var event: String
        var headline: String
        var text: String
        var instruction: String
        var area: String
        var circle: (center: GeoPoint, metres: Int)?
        /// A page with more about it, with its name; empty without one.
        var more = (name: "", address: "")

        /// `45.41044,12.29171 0.1`: CAP uses kilometres.
        fileprivate var capCircle: String? {
            circle.map { "\(GeoPoint.text($0.latitude)),\(GeoPoint.text($0.longitude)) \(Double($1) / 1_000)" }
        }
    }

    var identifier: String
    var sender: String
    var senderName: String
    var sentAt: Date
    var isDrill: Bool
    var kind: Kind
    var references: [(identifier: String, sentAt: Date)] = []
    /// A CAP category: `Safety`, `Transport`.
    var category: String
    var severity: AlertSeverity
    var effectiveAt: Date
    var expiresAt: Date?
    var web: String
    var infos: [Info]

    var xml: String {
        var text = """
            <?xml version="1.0" encoding="utf-8"?>
            <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
            <identifier>\(identifier.escapedForXML())</identifier>
            <sender>\(sender.escapedForXML())</sender>
            <sent>\(WrittenTime.cap(sentAt))</sent>
            <status>\(isDrill ? "Exercise" : "Actual")</status>
            <msgType>\(kind.rawValue)</msgType>
            <scope>Public</scope>

            """
        // A drill must be recognisable from the note alone (CAP 1.2, 3.2.1).
        if isDrill { text += "<note>Esercitazione / Drill</note>\n" }
        let earlier = references.map { "\(sender),\($0.identifier),\(WrittenTime.cap($0.sentAt))" }
        text += XMLText.element("references", earlier.joined(separator: " "))
        for info in infos { text += xml(info) }
        return text + "</alert>\n"
    }

    private func resource(_ info: Info) -> String {
        guard !info.more.address.isEmpty else { return "" }
        return "<resource>\n" + XMLText.element("resourceDesc", info.more.name) + XMLText.element("mimeType", "text/html")
            + XMLText.element("uri", info.more.address) + "</resource>\n"
    }

    private func xml(_ info: Info) -> String {
        let (urgency, weight, certainty) = severity.cap
        return "<info>\n" + XMLText.element("language", info.language) + XMLText.element("category", category)
            + XMLText.element("event", info.event) + XMLText.element("urgency", kind == .cancel ? "Past" : urgency)
            + XMLText.element("severity", weight) + XMLText.element("certainty", certainty)
            + XMLText.element("effective", WrittenTime.cap(effectiveAt)) + XMLText.element("expires", expiresAt.map(WrittenTime.cap))
            + XMLText.element("senderName", senderName) + XMLText.element("headline", info.headline)
            + XMLText.element("description", info.text) + XMLText.element("instruction", info.instruction) + XMLText.element("web", web)
            + resource(info) + "<area>\n" + XMLText.element("areaDesc", info.area) + XMLText.element("circle", info.capCircle)
            + "</area>\n</info>\n"
    }
}
