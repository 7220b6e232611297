import Web

/// What an educator decides about a guest's pages. Each is a choice of a few, the first of which holds where nobody chose.
///
/// The cases stand in the order of the educator's page.
enum Preference: String, CaseIterable, Sendable {
    case textSize, contrast, motion, language, showShopping, showRecipes, showClock, showEuro
    case ownList, grouped, capitals, directAdd, directBought, showPrice, showPosition, showCategory, nearShop, nearRadius,
        stockAfterShopping
    case askUtensils, skipInPantry
    case clockFace, clockDigital, clockHours
    case speech, speechRate, sounds
    case notices

    /// What may be chosen. Most are `yes` and `no`.
    var choices: [String] {
        switch self {
        // Percent of the hand density's own size.
        case .textSize: ["100", "125", "150", "200"]
        // What the device asks for holds anyway; an educator can ask for it where the device does not.
        case .contrast: ["device", "more"]
        case .motion: ["device", "less"]
        // The circle that each shop has, or metres: see `range`.
        case .nearRadius: ["shop"]
        // The house's own language comes first: see `GuestPreferences.language`.
        case .language: ["house", "it", "en"]
        case .clockFace: ["plain", "numbers", "day", "garden"]
        case .clockHours: ["24", "12"]
        case .speech: ["request", "automatic", "off"]
        // Percent of the voice's own speed.
        case .speechRate: ["70", "50", "85", "100", "125", "150"]
        case .notices: ["banner", "push", "off"]
        case .ownList, .capitals, .skipInPantry, .stockAfterShopping: ["no", "yes"]
        default: ["yes", "no"]
        }
    }

    /// The whole numbers that may be typed besides the choices.
    var range: ClosedRange<Int>? { self == .nearRadius ? 50...2000 : nil }

    /// Whether the pictures that a house has for its clock may be chosen besides: see `ClockPicture`.
    var takesPictures: Bool { self == .clockFace }

    /// Whether something may be chosen.
    func allows(_ value: String) -> Bool {
        choices.contains(value) || isNumber(value) || takesPictures && ClockPicture.isName(value)
    }

    private func isNumber(_ value: String) -> Bool {
        guard let range, let number = Int(value, in: .whole), String(number) == value else { return false }
        return range.contains(number)
    }

    /// Those that a guest may choose himself.
    static let ofGuests: Set<Preference> = [.clockFace]

    /// A heading of the educator's page with what stands below it.
    static let groups: [(name: String, preferences: [Preference])] = [
        ("look", [.textSize, .contrast, .motion, .language, .showShopping, .showRecipes, .showClock, .showEuro]),
        (
            "shopping",
            [
                .ownList, .grouped, .capitals, .directAdd, .directBought, .showPrice, .showPosition, .showCategory, .nearShop,
                .nearRadius, .stockAfterShopping,
            ]
        ),
        ("cooking", [.askUtensils, .skipInPantry]),
        ("clock", [.clockFace, .clockDigital, .clockHours]),
        ("voice", [.speech, .speechRate, .sounds]),
        ("messages", [.notices]),
    ]
}
