import Accounts
import Admin
import Hummingbird
import TestSupport
import Testing
import Web

@testable import Portal

@Suite struct RouteTests {
    /// The pages of records are asked before all others: one that answers to the address of another would take its place.
    @Test func noPageOfARecordStandsInFrontOfAnother() async throws {
        let site = try await TestSite("house", "registry", "questionnaires", "campus", "stories", "citations")
        let parts = site.portal.admin.resourceRoutes { $0.group(context: SignedIn.self).group("admin") }
        let ofRecords = RouteTable(parts: parts) { _ in }.all.map(Address.init)
        let all = site.portal.routes.map(Address.init)
        #expect(Set(all).count == all.count)
        let others = Set(all).subtracting(ofRecords)
        #expect(ofRecords.count > 1_000)
        #expect(others.count > 500)
        #expect(others.count + ofRecords.count == all.count)
        #expect(others.filter { other in ofRecords.contains { $0.answers(to: other) } } == [])
    }

    private struct Address: Hashable {
        let method: String
        let parts: [String]

        init(_ route: Route) {
            (method, parts) = (route.method.rawValue, route.path.description.split(separator: "/").map(String.init))
        }

        func answers(to other: Self) -> Bool {
            method == other.method && parts.count == other.parts.count
                && zip(parts, other.parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
    }
}
