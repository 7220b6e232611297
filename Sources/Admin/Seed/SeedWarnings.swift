import Accounts
import Foundation
import GRDB

struct SeedWarnings {
    private let reader: SeedReader
    private let modules: [any Module.Type]

    init(_ reader: SeedReader, modules: [any Module.Type]) { (self.reader, self.modules) = (reader, modules) }

    func note() {
        for module in modules {
            guard let section = reader.root.member(module.name) else { continue }
            noteOff(module, section)
            noteExchanged(module, section)
            noteAccounts(module, section)
            module.warn(about: section)
        }
    }

    /// Records of a system that the file leaves off, or the site, where the file says nothing of it.
    private func noteOff(_ module: any Module.Type, _ section: SeedNode) {
        let named = reader.root.member("site")?.member("systems")?.items.compactMap(\.quietText)
        guard let systems = named ?? (reader.ledger.isNewSite ? nil : reader.site.systems) else { return }
        if !systems.contains(module.name) { section.warn("off", ["name": module.name]) }
    }

    /// Records of people with a sign-in name that no account of the file or of the site has.
    private func noteAccounts(_ module: any Module.Type, _ section: SeedNode) {
        func namesAccount<R: Resource>(_ type: R.Type) -> Bool { R.scope == nil && R.field("account") != nil }
        let people = module.resources.filter { namesAccount($0) }.flatMap { section.member($0.path)?.items ?? [] }
        let named = people.compactMap { $0.member("account") }
        guard !named.isEmpty else { return }
        var known = Set((reader.root.member("accounts")?.items ?? []).compactMap { $0.member("key")?.quietText })
        reader.trying { known.formUnion(try String.fetchAll(reader.db, sql: "SELECT key FROM account WHERE \(Account.notTrashed)")) }
        // A file of one system may be checked without a site, and without the file of the accounts.
        guard !known.isEmpty else { return }
        for node in named {
            guard let name = node.quietText, !known.contains(Account.foldedKey(name) ?? name) else { continue }
            node.warn("noAccount", ["name": name])
        }
    }

    /// Points far from all others of the system that would be near them with latitude and longitude exchanged.
    private func noteExchanged(_ module: any Module.Type, _ section: SeedNode) {
        var points: [(node: SeedNode, latitude: Double, longitude: Double)] = []
        collect(section, names(module), &points)
        guard points.count > 2 else { return }
        let (latitude, longitude) = (Self.median(points.map(\.latitude)), Self.median(points.map(\.longitude)))
        func isNear(_ a: Double, _ b: Double) -> Bool { (a - latitude).magnitude < 3 && (b - longitude).magnitude < 3 }
        for point in points where !isNear(point.latitude, point.longitude) && isNear(point.longitude, point.latitude) {
            point.node.warn("swapped", ["latitude": String(point.latitude), "longitude": String(point.longitude)])
        }
    }

    private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

    private func names(_ module: any Module.Type) -> Set<String> {
        func names<R: Resource>(_ type: R.Type) -> [String] {
            R.fields.filter { $0.kind is PlaceFieldType || $0.kind.template == PlaceFieldType().template }.map(\.name)
        }
        return Set(module.resources.flatMap { names($0) })
    }

    private func collect(_ node: SeedNode, _ names: Set<String>, _ points: inout [(node: SeedNode, latitude: Double, longitude: Double)]) {
        switch node.item.content {
        case .list: for item in node.items { collect(item, names, &points) }
        case .map(let pairs):
            for (key, value) in pairs {
                let member = SeedNode(item: value, name: key.name, reader: reader)
                let numbers = names.contains(key.name) ? member.items.compactMap { $0.quietText.flatMap { Double(finite: $0) } } : []
                if numbers.count == 2 { points.append((member, numbers[0], numbers[1])) } else { collect(member, names, &points) }
            }
        case .scalar, .broken: break
        }
    }
}

extension SeedNode {
    /// Notes a warning: a text below `seed.warn`.
    public func warn(_ key: String, _ values: [String: String] = [:]) {
        reader.warnings.note(item.place, SeedSentence(key: "warn.\(key)", values.mapValues { SeedSentence($0) }))
    }

    /// The member of a mapping, without a mistake where there is none.
    public func member(_ name: String) -> SeedNode? {
        guard case .map(let pairs) = item.content, let pair = pairs.first(where: { $0.key.name == name }), !pair.value.isNull else {
            return nil
        }
        return SeedNode(item: pair.value, name: name, reader: reader)
    }

    public var items: [SeedNode] {
        guard case .list(let items) = item.content else { return [] }
        return items.map { SeedNode(item: $0, name: name, reader: reader) }
    }
}
