import Web

/// What the form of a webhook holds.
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
        resources = webhook.resources.split(separator: " ").map(String.init)
        acts = webhook.acts.split(separator: " ").map(String.init)
    }

    static func fields(_ desk: Desk, _ words: Words) -> [Field<WebhookDraft>] {
        let resources = desk.resources.all.map { NamedOption(value: $0.name, label: words("\($0.name).many")) }
        let acts = allActs.map { NamedOption(value: $0, label: words("webhooks.acts.\($0)")) }
        return [
            .url("address", \.address, required: true),
            Field("resources", \.resources, TicksKind(options: resources)),
            Field("acts", \.acts, TicksKind(options: acts)),
            .flag("isOn", \.isOn),
        ]
    }

    func fill(_ webhook: inout Webhook) {
        (webhook.address, webhook.resources, webhook.acts) = (address, resources.joined(separator: " "), acts.joined(separator: " "))
        if isOn, !webhook.isOn { (webhook.failures, webhook.lastFailureAt, webhook.gaveUpAt) = (0, nil, nil) }
        webhook.isOn = isOn
    }
}
