import Foundation
import NIOHTTP1
import Web

/// What a proxy may remove, double or change of an answer: headers, cookies, error pages, compression.
struct HeaderChecks {
    let client: DoctorClient
    let target: DoctorTarget

    func results() async -> [DoctorResult] {
        let page = await client.send(.GET, "/sign-in")
        guard page.status == 200 else { return [.unknown("headers", "unknown"), .unknown("cookies", "unknown")] }
        return headers(page) + [cache(page), await errorPages(), await compression()] + (await cookies())
    }

    private func headers(_ page: DoctorClient.Answer) -> [DoctorResult] {
        var results: [DoctorResult] = []
        for (name, value) in SecurityHeaders(https: target.isHTTPS).all {
            let found = page.headers[name]
            let shown = name.split(separator: "-").map(\.capitalized).joined(separator: "-")
            let values = ["name": shown, "value": value, "found": found.joined(separator: " | ")]
            if found.isEmpty {
                results.append(.fault("headers", "missing", values))
            } else if found.count > 1 || Self.isDoubled(found[0], value) {
                results.append(.fault("headers", "doubled", values))
            } else if Self.comparable(name, found[0]) != Self.comparable(name, value) {
                results.append(.fault("headers", "changed", values))
            }
        }
        return results.isEmpty ? [.ok("headers", target.isHTTPS ? "ok" : "plain")] : results
    }

    /// Some proxies join two fields with a comma.
    private static func isDoubled(_ found: String, _ value: String) -> Bool {
        !value.contains(",") && found.split(separator: ",").count > 1
    }

    /// The value without what the site's map service changes.
    private static func comparable(_ name: String, _ value: String) -> String {
        switch name.lowercased() {
        case "content-security-policy": value.split(separator: "; ").filter { !$0.hasPrefix("img-src") }.joined(separator: "; ")
        case "cross-origin-embedder-policy": value == "credentialless" ? "require-corp" : value
        default: value
        }
    }

    private func cache(_ page: DoctorClient.Answer) -> DoctorResult {
        let value = page.headers["Cache-Control"].joined(separator: ", ")
        let isClosed = ["private", "no-store"].contains { value.contains($0) } && !value.contains("public")
        return isClosed ? .ok("cache") : .fault("cache", "open", ["value": value.isEmpty ? "-" : value])
    }

    private func errorPages() async -> DoctorResult {
        let answer = await client.send(.GET, "/doctor/nothing-is-here")
        guard let status = answer.status else { return .unknown("errorPages", "unknown") }
        let isOwn = status == 404 && answer.headers.contains(name: "Permissions-Policy")
        return isOwn ? .ok("errorPages") : .warning("errorPages", "replaced", ["status": "\(status)"])
    }

    private func compression() async -> DoctorResult {
        let answer = await client.send(.GET, "/", [("Accept-Encoding", "gzip")])
        guard answer.status == 200 else { return .unknown("compression", "unknown", ["status": answer.status.map { "\($0)" } ?? "-"]) }
        return answer.headers.first(name: "Content-Encoding") == nil ? .warning("compression", "none") : .ok("compression")
    }

    /// Signs out without a session: the answer deletes the cookie, with all of its attributes.
    private func cookies() async -> [DoctorResult] {
        let answer = await client.send(
            .POST, "/sign-out", [("Origin", target.origin), ("Content-Type", "application/x-www-form-urlencoded")])
        guard let status = answer.status else { return [.unknown("cookies", "unknown")] }
        guard status != 403 else { return [.fault("origin", "refused", ["origin": target.origin]), .unknown("cookies", "unknown")] }
        guard let cookie = answer.headers["Set-Cookie"].first(where: { $0.contains("portico=") }) else {
            return [(200..<400).contains(status) ? .fault("cookies", "removed") : .unknown("cookies", "unknown")]
        }
        return [.ok("origin", "ok", ["origin": target.origin]), cookieResult(cookie)]
    }

    private func cookieResult(_ cookie: String) -> DoctorResult {
        let parts = cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        let attributes = parts.dropFirst().map { $0.lowercased() }
        let values = ["cookie": String(parts[0].prefix { $0 != "=" })]
        var wanted = ["HttpOnly", "SameSite=Lax", "Path=/"]
        if target.isHTTPS { wanted.append("Secure") }
        if let missing = wanted.first(where: { !attributes.contains($0.lowercased()) }) {
            return .fault("cookies", "attribute", values.merging(["attribute": missing]) { $1 })
        }
        if attributes.contains(where: { $0.hasPrefix("domain=") }) { return .fault("cookies", "domain", values) }
        guard !target.isHTTPS || parts[0].hasPrefix("__Host-") else { return .fault("cookies", "prefix", values) }
        return .ok("cookies", target.isHTTPS ? "ok" : "plain", values)
    }
}
