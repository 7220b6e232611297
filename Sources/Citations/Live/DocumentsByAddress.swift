import Admin
import Web

struct DocumentsByAddress: Sendable {
    private(set) var documents: [(field: String, document: RunDocument)] = []
    private(set) var why: [String: String] = [:]

    /// Addresses per field: they are read while the person waits.
    private static let mostAddresses = 5

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
                    let said = failure.saying.localized(in: words)
                    why[name] = addresses.count == 1 ? said : words("citations.live.errors.one", ["address": address, "why": said])
                }
            }
        }
    }

    /// The values for a form's address fields; false without enabled sites. `isTyped` shows the field anyway, with the reason of a refusal.
    static func values(_ live: LiveSources, _ settings: CitationSettings, isTyped: Bool, _ words: Words) -> any Sendable {
        let hosts = settings.asksSites ? live.hosts(settings).filter(\.isOpen).map(\.name) : []
        if !hosts.isEmpty { return words("citations.live.addressHelp", ["hosts": hosts.joined(separator: ", ")]) }
        return isTyped ? words("citations.live.errors.off") : false
    }
}

extension LiveSources {
    func hosts(_ settings: CitationSettings) -> [(name: String, isOpen: Bool)] {
        ((try? HostList(settings.hosts))?.names ?? []).map { ($0, permitted?.includes($0) != false) }
    }
}
