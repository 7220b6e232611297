import Web

/// By what a catalogue is asked for works.
enum CatalogueQuestion: Sendable, Equatable {
    case orcid(ORCID), doi(String), name(String)

    static let longest = 200

    init?(_ text: String) {
        let text = String(text.prefix(Self.longest)).trimmingSpaces()
        if let orcid = ORCID(text) {
            self = .orcid(orcid)
        } else if let doi = Identifier.doi(in: text) {
            self = .doi(doi)
        } else if text.contains(where: \.isLetter) {
            self = .name(text)
        } else {
            return nil
        }
    }

    var text: String {
        switch self {
        case .orcid(let orcid): orcid.text
        case .doi(let doi): doi
        case .name(let name): name
        }
    }
}
