import Admin
import Web

struct SubscriptionChoices: Sendable, Equatable {
    enum Topic: String, CaseIterable, Sendable { case all, mine, emergencies }

    var topic = Topic.all
    var least = AlertSeverity.info
    /// Hours between which only emergencies are sent.
    var quiet: (from: Int, until: Int)?
    /// The hour of the daily message; nil for single messages. Mail only.
    var digest: Int?

    init() {}

    init?(_ form: Form) {
        guard let topic = Topic(rawValue: form["topic"]), let least = AlertSeverity(rawValue: form["least"]), least != .emergency else {
            return nil
        }
        (self.topic, self.least) = (topic, least)
        if !form["digest"].isEmpty {
            guard let hour = form.number("digest", in: 0...23) else { return nil }
            digest = hour
        }
        if form["quietFrom"].isEmpty { return }
        guard let from = form.number("quietFrom", in: 0...23), let until = form.number("quietUntil", in: 0...23)
        else {
            return nil
        }
        if from != until { quiet = (from, until) }
    }

    static func clock(_ hour: Int) -> String { hour < 10 ? "0\(hour):00" : "\(hour):00" }

    static func == (one: Self, other: Self) -> Bool {
        one.topic == other.topic && one.least == other.least && one.quiet?.from == other.quiet?.from
            && one.quiet?.until == other.quiet?.until && one.digest == other.digest
    }

    /// For `campus/notifications/choices`. `prefix` starts the input names; `isMail` offers the daily message.
    func values(_ prefix: String, _ words: Words, isMail: Bool = false) -> Values {
        func hours(_ chosen: Int?) -> [Values] {
            (0..<24).map { ["value": String($0), "label": Self.clock($0), "selected": $0 == chosen] }
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
            "digests": isMail ? hours(digest) : [],
        ]
    }
}
