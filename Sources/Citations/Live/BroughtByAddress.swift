import Admin
import Web

/// What the addresses in a form lead to, field by field.
struct BroughtByAddress: Sendable {
    private(set) var documents: [(field: String, document: RunDocument)] = []
    /// Why nothing came, by the name of the field.
    private(set) var why: [String: String] = [:]

    /// - Parameter fields: those of the form with an address, and what is expected there.
    init(_ form: Form, _ fields: [(name: String, role: DocumentRole)], _ live: LiveSources, _ settings: CitationSettings, _ words: Words)
        async throws
    {
        for (name, role) in fields where !form[name].isEmpty {
            do {
                documents.append((name, try await live.document(at: String(form[name].prefix(2_000)), as: role, settings)))
            } catch let failure as JobFailure {
                why[name] = failure.saying.said(in: words)
            }
        }
    }

    /// What a form shows beside its fields for addresses; false where it has none, because nothing can be asked.
    /// - Parameter isTyped: whether one was sent all the same, so that its field has to say why it is refused.
    static func values(_ live: LiveSources, _ settings: CitationSettings, isTyped: Bool, _ words: Words) -> any Sendable {
        let hosts = settings.asksSites ? live.named(settings).filter(\.isOpen).map(\.name) : []
        if !hosts.isEmpty { return words("citations.live.addressHelp", ["hosts": hosts.joined(separator: ", ")]) }
        return isTyped ? words("citations.live.errors.off") : false
    }
}

extension LiveSources {
    /// The sites that administrators name, and whether the owner lets them be asked.
    func named(_ settings: CitationSettings) -> [(name: String, isOpen: Bool)] {
        ((try? HostList(settings.hosts))?.names ?? []).map { ($0, permitted?.includes($0) != false) }
    }
}
