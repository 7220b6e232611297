import Admin
import Foundation
import GRDB
import Synchronization
import Web

/// What a system says above every public page.
typealias SystemBanners = (system: String, source: any PageBanners)

/// The site's settings, cached in memory and reloaded when this process changes them.
final class Site: Sendable {
    private let known: Mutex<SiteSettings>
    private let observation = Mutex<(any DatabaseCancellable)?>(nil)

    init(database: any DatabaseWriter) throws {
        known = Mutex(try database.read { try SiteSettings.load($0) })
        // Reads on the writing connection: waiting for another connection would deadlock.
        let changes = DatabaseRegionObservation(tracking: Table("setting")).start(in: database) { _ in
        } onChange: { [weak self] db in
            guard let fresh = try? SiteSettings.load(db) else { return }
            self?.known.withLock { $0 = fresh }
        }
        observation.withLock { $0 = changes }
    }

    /// Reads the settings again where another program writes the database.
    func reload(_ db: Database) throws {
        let fresh = try SiteSettings.load(db)
        known.withLock { $0 = fresh }
    }

    var settings: @Sendable () -> SiteSettings {
        { [self] in known.withLock { $0 } }
    }

    func values(_ templates: Templates, _ banners: [SystemBanners]) -> @Sendable (Language) -> Values {
        { [settings] language in
            let site = settings()
            let words = templates.words(in: language)
            // Systems without public pages are not on the start page.
            let open = Portal.modules.filter { site.systems.contains($0.name) && $0.address != "/admin" }
            let systems = open.map { module -> Values in
                [
                    "label": words("\(module.name).name"), "text": words("\(module.name).purpose"), "icon": module.icon,
                    "href": module.address,
                ]
            }
            let said = banners.filter { site.systems.contains($0.system) }.flatMap { $0.source.values(words, at: .now) }
            return ["siteName": site.name, "systems": systems, "hasSystems": !systems.isEmpty, "banners": said]
        }
    }
}
