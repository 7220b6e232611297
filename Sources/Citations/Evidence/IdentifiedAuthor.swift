struct IdentifiedAuthor: Sendable, Equatable {
    let name: String
    var number = ""
    var orcid: ORCID?
    var institutions: [String] = []

    var isKnown: Bool { !number.isEmpty || orcid != nil || !institutions.isEmpty }
}
