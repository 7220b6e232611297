import House

extension Push.Settings {
    /// Reads the settings of Apple push, which must be complete or absent. Returns the errors.
    mutating func readApple(from environment: [String: String]) -> [String] {
        let named = [
            environment["PORTICO_APNS_KEY"], environment["PORTICO_APNS_KEY_ID"], environment["PORTICO_APNS_TEAM"],
            environment["PORTICO_APNS_TOPIC"],
        ].map { $0 ?? "" }
        if named.allSatisfy(\.isEmpty) { return [] }
        if named.contains("") {
            return ["PORTICO_APNS_KEY, PORTICO_APNS_KEY_ID, PORTICO_APNS_TEAM and PORTICO_APNS_TOPIC are needed together"]
        }
        let (host, certificates) = (environment["PORTICO_APNS_HOST"] ?? "", environment["PORTICO_APNS_CERTIFICATES"] ?? "")
        apple = AppleSettings(
            file: named[0], keyID: named[1], team: named[2], topic: named[3], host: host.isEmpty ? "api.push.apple.com" : host,
            certificates: certificates.isEmpty ? nil : certificates)
        return apple == nil ? ["PORTICO_APNS_KEY: «\(named[0])» is not a file with a key for Apple’s push service"] : []
    }
}
