import Foundation
import TestSupport
import Testing

@testable import Admin

/// What a file says and surely does not mean, in the systems.
@Suite struct SeedWarningTests {
    private static let file = """
        site: { name: Prova, systems: [house, registry] }
        accounts:
          - { key: prof, name: Professoressa }
        registry:
          people:
            - { key: ada, name: Ada Prova, account: proff }
            - { key: bea, name: Bea Prova, account: prof }
        house:
          houses:
            - key: verde
              name: Casa Verde
              zone: Europe/Rome
              contents:
                guests:
                  - { key: ugo, name: Ugo, entry: pin }
                  - { key: lia, name: Lia, entry: pictures }
                secrets:
                  - { guest: ugo, pictures: [sun, fish, boat] }
                  - { guest: lia, pictures: [sun, fish, boat] }
        """

    @Test func accountsAndSecretsThatDoNotFitAreWarnedOf() async throws {
        let site = try await TestSite()
        let folder = try TemporaryFolder(["seed.yaml": Self.file])
        let report = try site.portal.seed.report(folder.path + "/seed.yaml")
        #expect(report.mistakes.map(\.description) == [])
        #expect(
            report.warnings.map { "\($0.line): \($0.sentence)" } == [
                "6: no account has the sign-in name 'proff': nobody comes in by it",
                "15: the secret of 'ugo' is of another kind than this entry asks for",
            ])
    }

    private static let unheard = """
        site: { name: Prova, systems: [campus, registry, stories] }
        campus:
          alert-categories: [{ key: sicurezza, name: Sicurezza }]
          alerts:
            - { key: fumo, title: Fumo, category: sicurezza, severity: emergency }
            - { key: prova, title: Prova, category: sicurezza, severity: info }
          bulletins:
            - { alert: fumo, at: 2026-11-21T16:00:00Z }
            - { alert: prova, at: 2026-11-21T16:00:00Z }
        stories:
          writers: [{ name: lina.prova, email: lina@example.org, joined: 120 days ago }]
          stories:
            - key: faro
              fragments:
                - { by: lina.prova, at: 3 days ago, title: Il faro, text: "Il faro non si accendeva da anni." }
                - { by: lina.prova, at: 4 days ago, after: 1, text: "Il capitano spense il motore." }
                - { by: lina.prova, at: 2 days ago, after: 1, text: "Sulla terraferma la guardiana guardava." }
        """

    @Test func anAlertThatGoesNowhereAndAFragmentBeforeItsParentAreWarnedOf() async throws {
        let site = try await TestSite()
        let folder = try TemporaryFolder(["seed.yaml": Self.unheard])
        let warnings = try site.portal.seed.report(folder.path + "/seed.yaml").warnings
        #expect(
            warnings.map { "\($0.line): \($0.sentence)" }.sorted() == [
                "16: this fragment is older than the one it follows",
                "8: this emergency waits for a second person: without 'approved' it is shown nowhere",
            ])
    }

    /// On a site, the plan warns too, and the site itself says which systems are on.
    @Test func aPlanWarnsOfSystemsThatAreOff() async throws {
        let site = try await TestSite()
        let folder = try TemporaryFolder([
            "first.yaml": "site: { systems: [registry] }\n",
            "part.yaml": "house:\n  houses:\n    - { key: gialla, name: Casa Gialla, zone: Europe/Rome }\n",
        ])
        let first = folder.path + "/first.yaml"
        _ = try await site.portal.apply(first, options: SeedOptions(first, policy: .file))
        let plan = try await site.portal.seed.plan(folder.path + "/part.yaml", on: site.database, picturesIn: nil)
        #expect(plan.warnings.map(\.sentence).contains { $0.hasPrefix("the system 'house' is off") })
    }
}
