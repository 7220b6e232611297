import House
import Web

extension Push.Settings {
    /// Takes the settings of Apple push, which must be complete or absent. Returns the errors.
    mutating func readApple(_ given: AppleConfiguration) -> [EarlyText] {
        if [given.key, given.keyID, given.team, given.topic].allSatisfy({ $0 == nil }) { return [] }
        guard let key = given.key, let keyID = given.keyID, let team = given.team, let topic = given.topic else {
            return [
                EarlyText(
                    "apple.together",
                    "PORTICO_APNS_KEY, PORTICO_APNS_KEY_ID, PORTICO_APNS_TEAM and PORTICO_APNS_TOPIC are needed together")
            ]
        }
        apple = AppleSettings(file: key, keyID: keyID, team: team, topic: topic, host: given.host, certificates: given.certificates)
        guard apple == nil else { return [] }
        return [EarlyText("apple.key", "PORTICO_APNS_KEY: «{file}» is not a file with a key for Apple’s push service", ["file": key])]
    }
}
