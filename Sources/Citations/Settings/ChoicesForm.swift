import Admin
import Web

struct ChoicesForm: Sendable {
    private(set) var choices = Choices()
    private(set) var why: [String: String] = [:]

    init(_ form: Form, _ words: Words) {
        choices.preset = Preset(rawValue: form["preset"]) ?? .improved
        choices.spelling = Spellings(rawValue: form["spelling"]) ?? .usual
        choices.titleThreshold = form.number("titleThreshold", in: .whole) ?? -1
        choices.authorThreshold = form.number("authorThreshold", in: .whole) ?? -1
        if !(1...100).contains(choices.titleThreshold) { why["titleThreshold"] = words("citations.new.noTitleThreshold") }
        if !(0...100).contains(choices.authorThreshold) { why["authorThreshold"] = words("citations.new.noAuthorThreshold") }
    }

    static func typed(_ choices: Choices) -> [String: [String]] {
        [
            "preset": [choices.preset.rawValue], "spelling": [choices.spelling.rawValue],
            "titleThreshold": [String(choices.titleThreshold)], "authorThreshold": [String(choices.authorThreshold)],
        ]
    }

    static func values(_ typed: Form, _ why: [String: String], _ words: Words) -> Values {
        [
            "presets": Preset.allCases.map { preset -> Values in
                [
                    "value": preset.rawValue, "label": words("citations.preset.\(preset.rawValue)"),
                    "help": words("citations.new.preset.\(preset.rawValue)"), "checked": typed["preset"] == preset.rawValue,
                ]
            },
            "spellings": Spellings.allCases.map { spelling -> Values in
                [
                    "value": spelling.rawValue, "label": words("citations.spelling.\(spelling.rawValue)"),
                    "selected": typed["spelling"] == spelling.rawValue,
                ]
            },
            "titleThreshold": typed["titleThreshold"], "authorThreshold": typed["authorThreshold"],
            "whyTitleThreshold": why["titleThreshold"] ?? false, "whyAuthorThreshold": why["authorThreshold"] ?? false,
        ]
    }
}
