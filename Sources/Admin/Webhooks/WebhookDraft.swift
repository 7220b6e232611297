import Web

struct WebhookDraft: Sendable {
    var address = ""
    var resources: [String] = []
    var acts: [String] = []
    var isOn = true

    static let texts = "webhooks"
    static let allActs = ["create", "update", "publish", "unpublish", "delete", "restore"]

    init() {}

    init(_ webhook: Webhook) {
        (address, isOn) = (webhook.address, webhook.isOn)
        (resources, acts) = (Self.names(webhook.resources), Self.names(webhook.acts))
    }

    static func fields(_ admin: AdminContext, _ words: Words) -> [Field<WebhookDraft>] {
        let acts = allActs.map { NamedOption(value: $0, label: words("webhooks.acts.\($0)")) }
        return [
            .url("address", \.address, required: true),
            Field("resources", \.resources, NamedOptionsFieldType(options: resources(admin, words), isAllWhenEmpty: true)),
            Field("acts", \.acts, NamedOptionsFieldType(options: acts, isAllWhenEmpty: true)),
            .flag("isOn", \.isOn),
        ]
    }

    /// The resources on offer, with the system's name where two have the same label, and the other events of the systems.
    static func resources(_ admin: AdminContext, _ words: Words) -> [NamedOption] {
        let records = distinct(
            admin.resources.all.map { (value: $0.name, label: words("\($0.name).many"), system: words("\($0.system).name")) })
        let events = admin.modules.flatMap { $0.webhookEvents }
        return records + events.map { NamedOption(value: $0, label: words("webhooks.named.\($0)")) }
    }

    /// Two records may have one name, in some languages only.
    static func distinct(_ records: [(value: String, label: String, system: String)]) -> [NamedOption] {
        let count = Dictionary(records.map { ($0.label, 1) }, uniquingKeysWith: +)
        return records.map { record in
            NamedOption(value: record.value, label: count[record.label] == 1 ? record.label : "\(record.label) (\(record.system))")
        }
    }

    func fill(_ webhook: inout Webhook) {
        (webhook.address, webhook.resources, webhook.acts) = (address, Self.list(resources), Self.list(acts))
        if isOn, !webhook.isOn { webhook.revive() }
        // Switching it off by hand keeps no events.
        if !isOn { (webhook.gaveUpAt, webhook.gaveUpReason) = (nil, nil) }
        webhook.isOn = isOn
    }

    /// No ticks mean all, stored as `*`, so that an accidentally empty list is not all.
    private static func list(_ names: [String]) -> String { names.isEmpty ? Webhook.everything : names.joined(separator: " ") }

    private static func names(_ list: String) -> [String] { list == Webhook.everything ? [] : list.split(separator: " ").map(String.init) }
}
