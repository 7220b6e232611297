import Admin
import Web

extension RenderContext {
    /// For `campus/frame/easy`: the link to easy texts or back; false without any. `texts` tells for each text whether it has an easy version.
    func note(_ texts: [Bool]) -> any Sendable {
        guard !texts.isEmpty, isEasy || texts.contains(true) else { return false }
        let found = texts.contains(true) ? texts.contains(false) ? "partly" : "shown" : "missing"
        return ["text": words("campus.easy.\(isEasy ? found : "offer")"), "isEasy": isEasy] as Values
    }
}
