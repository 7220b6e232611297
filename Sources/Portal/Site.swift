import Admin
import GRDB
import Synchronization
import Web

/// The owner's settings as every page needs them: kept in memory and read again when the database has changed.
final class Site: Sendable {
    private let database: any DatabaseWriter
    private let cached: Mutex<SiteSettings>
    private let observation = Mutex<(any DatabaseCancellable)?>(nil)

    init(database: any DatabaseWriter) {
        self.database = database
        cached = Mutex((try? database.read { try SiteSettings.load($0) }) ?? SiteSettings())
        // Read again at each change made by this process; another process restarts with its own. Read here and not when next asked for:
        // pages ask in the middle of reading, and the database cannot be read inside of that.
        let changes = DatabaseRegionObservation(tracking: Table("setting")).start(in: database) { _ in
        } onChange: { [weak self] db in
            guard let fresh = try? SiteSettings.load(db) else { return }
            self?.cached.withLock { $0 = fresh }
        }
        observation.withLock { $0 = changes }
    }

    var settings: @Sendable () -> SiteSettings {
        { [self] in cached.withLock { $0 } }
    }

    /// What every page shows of the site: its name and the systems that are switched on.
    func values(_ templates: Templates) -> @Sendable (Language) -> [String: Any] {
        { [settings] language in
            let site = settings()
            let words = templates.words(in: language)
            let systems = Portal.modules.filter { site.systems.contains($0.name) }.map { module -> Values in
                [
                    "label": words("\(module.name).name"), "text": words("\(module.name).purpose"), "icon": module.icon,
                    "href": module.resources.first.map { _ in "/admin/\(module.name)" } ?? "/",
                ]
            }
            return ["siteName": site.name, "systems": systems, "hasSystems": !systems.isEmpty]
        }
    }
}
