import ArgumentParser
import Foundation
import Portal

import struct Portal.Configuration

/// The settings as flags, which go before the environment and the files; secrets have none, because command lines are public.
struct SettingFlags: ParsableArguments {
    @Option(help: .setting("env")) var env: String?
    @Option(help: .setting("config")) var config: String?
    @Option(help: .setting("host")) var host: String?
    @Option(help: .setting("port")) var port: String?
    @Option(help: .setting("url")) var url: String?
    @Option(help: .setting("trusted-proxies")) var trustedProxies: String?
    @Option(help: .setting("shared-cache")) var sharedCache: String?
    @Option(help: .setting("development")) var development: String?
    @Option(help: .setting("scrypt-cost")) var scryptCost: String?
    @Option(help: .setting("data")) var data: String?
    @Option(help: .setting("backups")) var backups: String?
    @Option(help: .setting("seed")) var seed: String?
    @Option(help: .setting("secrets")) var secrets: String?
    @Option(help: .setting("templates")) var templates: String?
    @Option(help: .setting("texts")) var texts: String?
    @Option(help: .setting("assets")) var assets: String?
    @Option(help: .setting("replicated")) var replicated: String?
    @Option(help: .setting("replica-lag")) var replicaLag: String?
    @Option(help: .setting("log")) var log: String?
    @Option(help: .setting("metrics-from")) var metricsFrom: String?
    @Option(help: .setting("mail")) var mail: String?
    @Option(help: .setting("mail-from")) var mailFrom: String?
    @Option(help: .setting("neighbours")) var neighbours: String?
    @Option(help: .setting("webhook-private")) var webhookPrivate: String?
    @Option(help: .setting("push-private")) var pushPrivate: String?
    @Option(help: .setting("citation-hosts")) var citationHosts: String?
    @Option(help: .setting("exam-system")) var examSystem: String?
    @Option(help: .setting("apns-key")) var apnsKey: String?
    @Option(help: .setting("apns-key-id")) var apnsKeyId: String?
    @Option(help: .setting("apns-team")) var apnsTeam: String?
    @Option(help: .setting("apns-topic")) var apnsTopic: String?
    @Option(help: .setting("apns-host")) var apnsHost: String?
    @Option(help: .setting("apns-certificates")) var apnsCertificates: String?

    /// Offers the languages of the folders of texts. Throws `StartProblems`.
    var configuration: Configuration {
        get throws {
            let configuration = try Configuration(
                flags: given, environment: ProcessInfo.processInfo.environment, usualFile: EnvironmentFile.usual)
            try configuration.textFolders.offer()
            return configuration
        }
    }

    var given: [String: String] {
        let all = [
            "env": env, "config": config, "host": host, "port": port, "url": url, "trusted-proxies": trustedProxies,
            "shared-cache": sharedCache, "development": development,
            "scrypt-cost": scryptCost, "data": data, "backups": backups, "seed": seed, "secrets": secrets, "templates": templates,
            "texts": texts, "assets": assets, "replicated": replicated, "replica-lag": replicaLag,
            "log": log, "metrics-from": metricsFrom, "mail": mail, "mail-from": mailFrom,
            "neighbours": neighbours, "webhook-private": webhookPrivate, "push-private": pushPrivate, "citation-hosts": citationHosts,
            "exam-system": examSystem,
            "apns-key": apnsKey, "apns-key-id": apnsKeyId, "apns-team": apnsTeam, "apns-topic": apnsTopic, "apns-host": apnsHost,
            "apns-certificates": apnsCertificates,
        ]
        return all.compactMapValues { $0 }
    }
}

extension ArgumentHelp {
    fileprivate static func setting(_ name: String) -> Self {
        let setting = Setting.named(name)
        return Self("\(setting?.variable ?? ""): \(setting?.meaning(in: Usage.words) ?? "").", valueName: "value")
    }
}
