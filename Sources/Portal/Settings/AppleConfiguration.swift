struct AppleConfiguration: Sendable {
    var key: String?
    var keyID: String?
    var team: String?
    var topic: String?
    var host = "api.push.apple.com"
    var certificates: String?
}
