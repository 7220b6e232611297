import Admin

public struct PersonLink: Child {
    public var id: Int64?
    public var kind = PersonLinkKind.publications
    public var url = ""

    public init() {}

    public static let table = "personLink"
    public static let ownerColumn = "person"
    public static let fields: [Field<PersonLink>] = [
        .choice("kind", \.kind, texts: "registry.personLink"),
        .url("url", \.url, required: true),
    ]
}

public enum PersonLinkKind: String, Choice {
    case publications, material, previous, curriculum, other
}
