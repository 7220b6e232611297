import Admin
import Foundation
import Web

/// Sends notices to closed pages through the browser's push service, or Apple's for an app.
public struct Push: Sendable {
    public struct Settings: Sendable {
        /// Whether push services may be on the private network and without TLS, for tests.
        public var allowsPrivate = false
        /// The site's https address, which identifies the sender to push services.
        public var site: String?
        public var apple: AppleSettings?

        public init() {}

        public var web: WebPush { WebPush(allowsPrivate: allowsPrivate, site: site) }
    }

    let settings: Settings
    let apple: AppleSender?

    static let job = "push"

    public init(_ settings: Settings) {
        self.settings = settings
        apple = settings.apple.map(AppleSender.init)
    }

    public var kind: JobKind {
        JobKind(name: Self.job, lane: .delivery, reachesOut: true) { work in
            let id = try work.payload([String: Int64].self)["delivery"] ?? 0
            let templates = work.admin.pages.templates
            guard work.admin.modulesOn.contains(where: { $0.name == House.name }),
                let letter = try await work.admin.database.write({ db in
                    try PushDelivery.begin(id, at: .now, { templates.words(in: $0) }, db)
                })
            else { return [:] }
            let outcome = try await send(letter, work)
            // A sent notice is recorded even during shutdown; otherwise it would be sent again.
            if case .later = outcome.verdict { try Task.checkCancellation() }
            let database = work.admin.database
            try await Task { try await database.write { try PushDelivery.record(outcome, id, at: .now, $0) } }.value
            return [:]
        }
    }

    func send(_ letter: PushPayload, _ work: JobWork) async throws -> PushOutcome {
        guard letter.device.kind == PushDraft.Kind.web.rawValue else {
            return try await apple?.send(letter, at: .now) ?? PushOutcome(verdict: .refused, error: "apple")
        }
        guard let webLetter = letter.webLetter else { return PushOutcome(verdict: .refused, error: "address") }
        let key = try await PushKey.find(in: work.admin.database)
        return try await WebSender.run(settings.web, key: key) { try await $0.send(webLetter, at: .now) }
    }

    /// Returns why a device is refused, as the last part of the key `push.errors.<error>`, or nil.
    public func refusal(of draft: PushDraft) async -> String? {
        switch draft.kind {
        case .apple: apple == nil ? "apple" : nil
        case .web: await settings.web.refusal(of: draft.address)
        }
    }
}
