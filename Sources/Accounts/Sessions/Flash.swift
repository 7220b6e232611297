import Foundation
import Web

/// A message for the next page, stored in the session.
public struct Flash: Codable, Equatable, Sendable {
    public enum Kind: String, Codable, Sendable { case good, warn, bad, info }

    public struct Undo: Codable, Equatable, Sendable {
        public let action: String
        public let label: String
        public let fields: [[String]]

        public init(action: String, label: String, fields: [[String]]) {
            self.action = action
            self.label = label
            self.fields = fields
        }
    }

    /// A way to where others see what was saved.
    public struct Visit: Codable, Equatable, Sendable {
        public let href: String
        public let label: String

        public init(href: String, label: String) { (self.href, self.label) = (href, label) }
    }

    public let text: String
    public let kind: Kind
    public let undo: Undo?
    public let visit: Visit?

    public init(_ text: String, kind: Kind = .good, undo: Undo? = nil, visit: Visit? = nil) {
        self.text = text
        self.kind = kind
        self.undo = undo
        self.visit = visit
    }

    /// Written without an encoder, which takes as long as several statements; every save leaves a message.
    var json: String {
        let button = undo.map { undo in
            let fields = undo.fields.map { "[" + $0.map(\.quotedForJSON).joined(separator: ",") + "]" }.joined(separator: ",")
            return #","undo":{"action":\#(undo.action.quotedForJSON),"label":\#(undo.label.quotedForJSON),"fields":[\#(fields)]}"#
        }
        let link = visit.map { #","visit":{"href":\#($0.href.quotedForJSON),"label":\#($0.label.quotedForJSON)}"# }
        return #"{"text":\#(text.quotedForJSON),"kind":\#(kind.rawValue.quotedForJSON)\#(button ?? "")\#(link ?? "")}"#
    }

    public var values: Values {
        let button: any Sendable =
            undo.map { undo -> Values in
                let fields = undo.fields.filter { $0.count == 2 }.map { ["name": $0[0], "value": $0[1]] }
                return ["action": undo.action, "label": undo.label, "fields": fields]
            } ?? false
        return ["text": text, "kind": kind.rawValue, "undo": button, "visit": visitValues]
    }

    public var visitValues: any Sendable { visit.map { ["href": $0.href, "label": $0.label] as Values } ?? false }
}
