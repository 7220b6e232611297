/// What an educator decides about a guest's pages. Each is a choice of a few, the first of which holds where nobody chose.
///
/// The cases stand in the order of the educator's page.
enum Preference: String, CaseIterable, Sendable {
    case textSize, language, showShopping, showRecipes, showClock, showEuro
    case ownList, grouped, capitals, directAdd, directBought, showPrice, showPosition, showCategory, nearShop, stockAfterShopping
    case askUtensils, skipInPantry
    case clockFace, clockDigital, clockHours
    case speech, speechRate, sounds
    case notices

    /// What may be chosen. Most are `yes` and `no`.
    var choices: [String] {
        switch self {
        // Percent of the hand density's own size.
        case .textSize: ["100", "125", "150"]
        // The house's own language comes first: see `Preferences.language`.
        case .language: ["house", "it", "en"]
        case .clockFace: ["plain", "numbers", "day", "garden"]
        case .clockHours: ["24", "12"]
        case .speech: ["request", "automatic", "off"]
        // Percent of the voice's own speed.
        case .speechRate: ["70", "50", "85", "100"]
        case .notices: ["banner", "push", "off"]
        case .ownList, .capitals, .skipInPantry, .stockAfterShopping: ["no", "yes"]
        default: ["yes", "no"]
        }
    }

    /// Those that a guest may choose himself.
    static let ofGuests: Set<Preference> = [.clockFace]

    /// A heading of the educator's page with what stands below it.
    static let groups: [(name: String, preferences: [Preference])] = [
        ("look", [.textSize, .language, .showShopping, .showRecipes, .showClock, .showEuro]),
        (
            "shopping",
            [
                .ownList, .grouped, .capitals, .directAdd, .directBought, .showPrice, .showPosition, .showCategory, .nearShop,
                .stockAfterShopping,
            ]
        ),
        ("cooking", [.askUtensils, .skipInPantry]),
        ("clock", [.clockFace, .clockDigital, .clockHours]),
        ("voice", [.speech, .speechRate, .sounds]),
        ("messages", [.notices]),
    ]
}
