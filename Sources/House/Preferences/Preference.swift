import Web

/// A setting of a guest's pages that an educator chooses. The first choice is the default; cases are in the order of the educator's page.
enum Preference: String, CaseIterable, Sendable {
    case textSize, contrast, motion, language, showShopping, showRecipes, showRoutines, showClock, showEuro
    case ownList, grouped, capitals, directAdd, directBought, showPrice, showPosition, showCategory, nearShop, nearRadius,
        stockAfterShopping
    case askUtensils, skipInPantry, timerDigits
    case clockFace, clockDigital, clockHours, dayStrip
    case speech, speechRate, speechTouch, sounds
    case notices

    var choices: [String] {
        switch self {
        // Percent of the base size of the hand density.
        case .textSize: ["100", "125", "150", "200"]
        // A device's own request always applies; `more` adds contrast on other devices.
        case .contrast: ["device", "more"]
        case .motion: ["device", "less"]
        // Each shop's own radius, or metres: see `range`.
        case .nearRadius: ["shop"]
        case .language: ["house"] + Language.allCases.map(\.rawValue)
        case .clockFace: ["plain", "numbers", "day", "garden"]
        case .clockHours: ["24", "12"]
        case .speech: ["request", "automatic", "off"]
        // Percent of the voice's normal speed.
        case .speechRate: ["70", "50", "85", "100", "125", "150"]
        case .notices: ["banner", "push", "off"]
        case .ownList, .capitals, .stockAfterShopping, .speechTouch, .dayStrip: ["no", "yes"]
        default: ["yes", "no"]
        }
    }

    /// The choices that schemas name, in languages that are not offered too.
    var describedChoices: [String] { self == .language ? ["house"] + Language.described.map(\.rawValue) : choices }

    /// Whole numbers allowed besides the choices.
    var range: ClosedRange<Int>? { self == .nearRadius ? 50...2000 : nil }

    /// Whether the house's clock pictures are allowed besides: see `ClockPicture`.
    var takesPictures: Bool { self == .clockFace }

    func allows(_ value: String) -> Bool {
        choices.contains(value) || isNumber(value) || takesPictures && ClockPicture.isName(value)
    }

    private func isNumber(_ value: String) -> Bool {
        guard let range, let number = Int(value, in: .whole), String(number) == value else { return false }
        return range.contains(number)
    }

    static let ofGuests: Set<Preference> = [.clockFace]

    static let groups: [(name: String, preferences: [Preference])] = [
        ("look", [.textSize, .contrast, .motion, .language, .showShopping, .showRecipes, .showRoutines, .showClock, .showEuro]),
        (
            "shopping",
            [
                .ownList, .grouped, .capitals, .directAdd, .directBought, .showPrice, .showPosition, .showCategory, .nearShop,
                .nearRadius, .stockAfterShopping,
            ]
        ),
        ("cooking", [.askUtensils, .skipInPantry, .timerDigits]),
        ("clock", [.clockFace, .clockDigital, .clockHours, .dayStrip]),
        ("voice", [.speech, .speechRate, .speechTouch, .sounds]),
        ("messages", [.notices]),
    ]
}
