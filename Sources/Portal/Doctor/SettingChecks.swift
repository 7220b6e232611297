import Admin
import Foundation
import Web

struct SettingChecks {
    let configuration: Configuration
    var files = [SettingsFile.usual, "/etc/portico/portico.env"]

    var results: [DoctorResult] { settings + [secrets] }

    private var settings: [DoctorResult] {
        var results: [DoctorResult] = []
        let isHTTPS = configuration.url?.hasPrefix("https://") ?? false
        if let url = configuration.url {
            let isLocal = HostCheck.isLoopback(String(url.dropFirst("http://".count)))
            if !isHTTPS, !isLocal { results.append(.warning("settings", "plain", ["url": url])) }
        } else {
            results.append(.warning("settings", "noURL"))
        }
        for proxy in configuration.trustedProxies where !proxy.isAddress {
            results.append(.fault("settings", "proxy", ["value": proxy]))
        }
        if isHTTPS, configuration.trustedProxies.isEmpty { results.append(.fault("settings", "noProxy")) }
        if isHTTPS, !HostCheck.isLoopback(configuration.host), configuration.host != "::1" {
            results.append(.warning("settings", "exposed", ["host": configuration.host, "port": "\(configuration.port)"]))
        }
        if isHTTPS, configuration.isDevelopment { results.append(.warning("settings", "development")) }
        return results.isEmpty ? [.ok("settings", "ok", ["count": "\(configuration.origins.count)"])] : results
    }

    private var secrets: DoctorResult {
        let seed = Seed.files(of: configuration.seed).filter { Self.holdsSecrets($0, of: Self.inSeeds) }
        // That of a single institution has another name.
        let named = [configuration.file, configuration.environmentFile].compactMap(\.self)
        let settings = (named + files.filter { !named.contains($0) }).filter { Self.holdsSecrets($0, of: Self.inSettings) }
        let folder = configuration.secrets ?? ""
        let kept = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { folder + "/" + $0 }
        let all = seed + settings + kept + [configuration.apple.key].compactMap(\.self)
        let open = all.filter { FileFacts($0)?.isOpenToOthers ?? false }
        guard let first = open.first else { return .ok("secrets", all.isEmpty ? "none" : "ok", ["count": "\(all.count)"]) }
        return .fault("secrets", "open", ["count": "\(open.count)", "path": first])
    }

    private static func holdsSecrets(_ path: String, of pattern: String) -> Bool {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
        return text.split(separator: "\n").contains {
            // The password of the demonstration is in the documents.
            $0.range(of: pattern, options: .regularExpression) != nil && !$0.hasSuffix("portico-demo-account")
        }
    }

    private static let inSeeds = #"(^|[\s{,-])(password|passwordHash|secret|pin)\s*:\s*(?!!secret)["']?[^\s"'}]"#
    private static let inSettings =
        #"^\s*((metrics-token|purge|purge-token|exam-system-token)\s*:|PORTICO_(METRICS_TOKEN|PURGE|PURGE_TOKEN|EXAM_SYSTEM_TOKEN)\s*=|PORTICO_SECRET_\w+\s*=)\s*\S"#
}
