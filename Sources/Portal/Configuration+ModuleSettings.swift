import Admin
import Campus
import Citations
import House

extension Configuration {
    var moduleSettings: ModuleSettings {
        var settings = ModuleSettings()
        settings[Push.Settings.self] = push
        settings[HostList.self] = citationHosts
        settings[ExamSystem.self] = examSystem.map { ExamSystem(address: $0, token: examSystemToken) }
        return settings
    }
}
