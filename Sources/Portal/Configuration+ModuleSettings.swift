import Admin
import Citations
import House

extension Configuration {
    var moduleSettings: ModuleSettings {
        var settings = ModuleSettings()
        settings[Push.Settings.self] = push
        settings[HostList.self] = citationHosts
        return settings
    }
}
