/// The settings of Apple's push service, as typed.
struct AppleConfiguration: Sendable {
    var key: String?
    var keyID: String?
    var team: String?
    var topic: String?
    var host = "api.push.apple.com"
    var certificates: String?
}
