/// What a catalogue says of an author of a work besides the name.
struct IdentifiedAuthor: Sendable, Equatable {
    let name: String
    /// The catalogue's number of the person.
    var number = ""
    var orcid: ORCID?
    var institutions: [String] = []

    /// Whether it says anything.
    var isKnown: Bool { !number.isEmpty || orcid != nil || !institutions.isEmpty }
}
