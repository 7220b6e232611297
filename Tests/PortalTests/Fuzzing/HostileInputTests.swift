import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import TestSupport
import Testing
import Web

/// No input ends the process, and none is answered with a 500: every address, every query and every field of every form with numbers at
/// and over the edges, and what is no number. Everybody of the demonstration sends each form that they reach.
@Suite struct HostileInputTests {
    @Test(arguments: Lane.allCases) func noPageFallsOverWhatIsSent(_ lane: Lane) async throws {
        let site = try await TestSite.demonstration(pageLifetime: .zero)
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        try await Application(router: site.portal.router(), logger: logger).test(.router) { client in
            let trace = Trace(lane.rawValue)
            let patterns = site.patterns.filter { Lane.of($0.path) == lane && !Walk.isSpared($0.path) }
            let rules = RouteRules(site)
            let needs = patterns.reduce(into: [RoutePattern: Need]()) { needs, pattern in
                needs[pattern] = HTTPRequest.Method(pattern.method).flatMap { rules.need($0, pattern.path) }
            }
            var walk = Walk(lane, site.patterns)
            var walkers: [Walker] = []
            for name in Lane.people {
                let walker = try await Walker(name, client, site, trace, needs: needs)
                walkers.append(walker)
                try await walk.go(walker, patterns)
            }
            var attack = Attack(walk, walkers, seed: Fuzzing.seed, isWhole: Fuzzing.isWhole)
            let pages = patterns.filter { !$0.path.hasPrefix("/api/v1") }
            try await attack.onAddresses(pages)
            try await attack.onForms()
            let failures = walkers.flatMap(\.failures)
            let reached = pages.filter { walk.addresses[$0] != nil }.count
            #expect(failures.isEmpty, "seed \(Fuzzing.seed), \(failures.count):\n\(failures.prefix(40).joined(separator: "\n"))")
            // Otherwise it was another walk than it says: many addresses are found by following links.
            #expect(reached * 3 > pages.count, "\(reached) of \(pages.count)")
            #expect(walk.patterns.count >= 10)
            let untried = walk.places.subtracting(attack.tried).sorted()
            #expect(untried == [])
        }
    }
}
