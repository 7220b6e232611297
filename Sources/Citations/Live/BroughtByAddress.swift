import Admin
import Web

/// What the addresses in a form lead to, field by field.
struct BroughtByAddress: Sendable {
    private(set) var documents: [(field: String, document: RunDocument)] = []
    /// Why nothing came, by the name of the field.
    private(set) var why: [String: String] = [:]

    /// In one field, one for each line: all are read while somebody waits.
    private static let mostAddresses = 5

    /// - Parameter fields: those of the form with addresses, and what is expected there.
    init(_ form: Form, _ fields: [(name: String, role: DocumentRole)], _ live: LiveSources, _ settings: CitationSettings, _ words: Words)
        async throws
    {
        for (name, role) in fields {
            let addresses = form[name].split(whereSeparator: \.isNewline).map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
            if addresses.count > Self.mostAddresses {
                why[name] = words("citations.live.errors.many", ["most": String(Self.mostAddresses)])
                continue
            }
            for address in addresses where why[name] == nil {
                do {
                    documents.append((name, try await live.document(at: String(address.prefix(2_000)), as: role, settings)))
                } catch let failure as JobFailure {
                    let said = failure.saying.said(in: words)
                    why[name] = addresses.count == 1 ? said : words("citations.live.errors.one", ["address": address, "why": said])
                }
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
