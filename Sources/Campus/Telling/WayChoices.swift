import Admin
import Web

/// Of which alerts somebody wants to be told, and when not.
struct WayChoices: Sendable, Equatable {
    enum Topic: String, CaseIterable, Sendable { case all, mine, emergencies }

    var topic = Topic.all
    /// Whether also of what is only good to know.
    var least = AlertSeverity.info
    /// Hours of the day between which only an emergency may come.
    var quiet: (from: Int, until: Int)?

    init() {}

    /// What was chosen in a form; nil for what no form offers.
    init?(_ form: Form) {
        guard let topic = Topic(rawValue: form["topic"]), let least = AlertSeverity(rawValue: form["least"]), least != .emergency else {
            return nil
        }
        (self.topic, self.least) = (topic, least)
        if form["quietFrom"].isEmpty { return }
        guard let from = Int(form["quietFrom"]), let until = Int(form["quietUntil"]), (0..<24).contains(from), (0..<24).contains(until)
        else {
            return nil
        }
        if from != until { quiet = (from, until) }
    }

    static func == (one: Self, other: Self) -> Bool {
        one.topic == other.topic && one.least == other.least && one.quiet?.from == other.quiet?.from
            && one.quiet?.until == other.quiet?.until
    }

    /// As `campus/alerts/choices` draws them.
    /// - Parameter prefix: what the names of the inputs begin with on this page.
    func values(_ prefix: String, _ words: Words) -> Values {
        func hours(_ chosen: Int?) -> [Values] {
            (0..<24).map { ["value": String($0), "label": $0 < 10 ? "0\($0):00" : "\($0):00", "selected": $0 == chosen] }
        }
        return [
            "prefix": prefix,
            "topics": Topic.allCases.map { one -> Values in
                ["value": one.rawValue, "label": words("campus.tell.topics.\(one.rawValue)"), "checked": one == topic]
            },
            "leasts": [AlertSeverity.info, .warning].map { one -> Values in
                ["value": one.rawValue, "label": words("campus.tell.least.\(one.rawValue)"), "selected": one == least]
            },
            "from": hours(quiet?.from), "until": hours(quiet?.until ?? 7), "isNeverQuiet": quiet == nil,
        ]
    }
}
