import Admin

/// A kind of place, such as library or office; it sets the map symbol.
public struct PlaceType: Resource {
    public var stamp = RecordMetadata()
    public var name = ""
    public var translations = Translations()
    public var mark = PlaceMark.site
    public var ordering = 0

    public init() {}

    public static let system = Campus.name
    public static let path = "place-types"
    public static let table = "campusPlaceType"
    public static let icon = "category"
    public static let columns = ["mark", "ordering"]
    public static let editable = ["ordering"]
    public static let order = "ordering"
    public static let fields: [Field<PlaceType>] = [
        .title("name", \.name),
        .choice("mark", \.mark, texts: "campus.mark"),
        .number("ordering", \.ordering, in: 0...10_000),
        .translations(\.translations, of: "name"),
    ]
}

/// The symbol of a place on the map and in lists.
public enum PlaceMark: String, Choice {
    case site, library, office, hall, food, sport, residence, service

    var icon: String {
        switch self {
        case .site: "campus"
        case .library: "book"
        case .office: "desk"
        case .hall: "people"
        case .food: "basket"
        case .sport: "star"
        case .residence: "house"
        case .service: "info"
        }
    }
}
