import Foundation
import TestSupport
import Testing
import Web

import struct Portal.Configuration

@testable import Portal

/// Each mistake of a proxy is named; a right one has no other finding than that the site is on a private network.
@Suite struct DoctorOutsideTests {
    private func names(_ results: [DoctorResult]) -> Set<String> {
        Set(results.filter { $0.state != .ok }.map { "\($0.state.rawValue) \($0.check).\($0.sentence)" })
    }

    @Test func aRightProxyIsFoundRight() async throws {
        let results = try await ProxiedSite.examine()
        #expect(names(results) == [])
        let checks = Set(results.map(\.check))
        let wanted: Set = [
            "name", "connection", "certificate", "redirect", "address", "host", "forwarded", "clock", "upload", "stream", "headers",
            "cache", "errorPages", "compression", "origin", "cookies",
        ]
        #expect(checks == wanted)
        #expect(DoctorReport(results).exitCode == 0)
        #expect(results.first { $0.check == "forwarded" }?.values["client"] == "203.0.113.9")
    }

    @Test(
        arguments: [
            (.saysNothingOfVisitors, ["fault forwarded.missing"]),
            (.believesVisitors, ["fault forwarded.believed"]),
            (.asksForAnotherHost, ["fault host.differs"]),
            (.refusesLargeForms, ["fault upload.refused"]),
            (.holdsStreams, ["fault stream.buffered"]),
            (.removes("X-Content-Type-Options"), ["fault headers.missing"]),
            (.removes("Strict-Transport-Security"), ["fault headers.missing"]),
            (.removes("Set-Cookie"), ["fault cookies.removed"]),
            (.removes("Cache-Control"), ["fault cache.open"]),
            (.doubles("Strict-Transport-Security", "max-age=1"), ["fault headers.doubled"]),
            (.doubles("X-Content-Type-Options", "nosniff"), ["fault headers.doubled"]),
            (.joins("X-Content-Type-Options", "nosniff"), ["fault headers.doubled"]),
            (.changes("Content-Security-Policy", "default-src *"), ["fault headers.changed"]),
            (.changes("Referrer-Policy", "unsafe-url"), ["fault headers.changed"]),
            (.changes("Cache-Control", "public, max-age=600"), ["fault cache.open"]),
            (.changesCookies("; Secure", ""), ["fault cookies.attribute"]),
            (.changesCookies("; HttpOnly", ""), ["fault cookies.attribute"]),
            (.changesCookies("; SameSite=Lax", "; SameSite=None"), ["fault cookies.attribute"]),
            (.changesCookies("__Host-", ""), ["fault cookies.prefix"]),
            (.changesCookies("; Path=/", "; Path=/; Domain=localhost"), ["fault cookies.domain"]),
            (.unpacks, ["warning compression.none"]),
            (.replacesErrors, ["warning errorPages.replaced"]),
        ] as [(ProxiedSite.Mistake, Set<String>)])
    func eachMistakeIsNamedAndNoOther(_ mistake: ProxiedSite.Mistake, named wanted: Set<String>) async throws {
        let found = names(try await ProxiedSite.examine(mistake))
        #expect(found == wanted)
    }

    /// Where the site does not answer at all, the rest is not called well.
    @Test(
        arguments: [
            (.isWithoutService, "fault address.gateway"), (.misdirects, "fault address.misdirected"),
            (.leadsElsewhere, "fault address.leads"), (.removesKeys, "fault address.otherSite"),
        ] as [(ProxiedSite.Mistake, String)])
    func whatCannotBeFoundOutIsNotWell(_ mistake: ProxiedSite.Mistake, named wanted: String) async throws {
        let results = try await ProxiedSite.examine(mistake)
        let found = names(results)
        #expect(found.contains(wanted))
        for check in ["host", "forwarded", "clock", "upload", "stream"] { #expect(found.contains("unknown \(check).noAnswer")) }
        #expect(DoctorReport(results).exitCode == 1)
    }

    @Test(
        arguments: [
            (.expired, true, "fault certificate.expired"), (.early, true, "fault certificate.early"),
            (.wrongName, true, "fault certificate.wrongName"), (.good, false, "fault certificate.untrusted"),
        ] as [(TestCertificate, Bool, String)])
    func aWrongCertificateIsNamedAndGetsNoToken(_ certificate: TestCertificate, isTrusted: Bool, named wanted: String) async throws {
        let found = names(try await ProxiedSite.examine(certificate: certificate, isTrusted: isTrusted))
        #expect(found == [wanted, "unknown answer.untrusted"])
    }

    @Test func aCertificateThatSoonEndsIsAWarningWithItsDays() async throws {
        let end = try #require(try? Date("2120-01-01T00:00:00Z", strategy: .iso8601))
        let results = try await ProxiedSite.examine(adjust: { $0.now = end - 5.5 * 86_400 })
        let certificate = try #require(results.first { $0.check == "certificate" })
        #expect(certificate.sentence == "soon")
        #expect(certificate.values["days"] == "5")
        // The clock of this test is far away from that of the answers.
        #expect(names(results).contains("fault clock.ahead"))
    }

    @Test(
        arguments: [
            (.answers, "fault redirect.none"), (.leadsElsewhere, "fault redirect.elsewhere"),
        ] as [(ProxiedSite.Plain, String)])
    func theWayFromHTTPIsNamed(_ plain: ProxiedSite.Plain, named wanted: String) async throws {
        let found = names(try await ProxiedSite.examine(.none, plain))
        #expect(found == [wanted])
    }

    @Test func nothingOnPort80IsAWarning() async throws {
        let found = names(try await ProxiedSite.examine(adjust: { $0.plainPort = 1 }))
        #expect(found == ["warning redirect.refused"])
    }

    @Test func aProxyThatIsNotTrustedIsNamed() async throws {
        let found = names(try await ProxiedSite.examine(environment: ["PORTICO_TRUSTED_PROXIES": "10.0.0.1"]))
        #expect(found == ["fault forwarded.untrusted"])
    }

    @Test func anAddressThatDiffersFromTheSettingIsNamed() async throws {
        for url in ["https://localhost", "https://www.example.org"] {
            let found = names(try await ProxiedSite.examine(url: { _ in url }))
            #expect(found == ["fault address.differs", "fault origin.refused", "unknown cookies.unknown", "unknown upload.unknown"])
        }
        let plain = names(try await ProxiedSite.examine(url: { $0.replacing("https://", with: "http://") }))
        #expect(plain.isSuperset(of: ["fault address.differs", "fault origin.refused", "fault headers.missing"]))
    }

    @Test func aClosedPortAndANameThatLeadsNowhereAreNamed() async throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.data = folder.path
        var doctor = try #require(Doctor(configuration, url: "https://127.0.0.1:1"))
        doctor.isInside = false
        let closed = names(await doctor.examine())
        #expect(closed == ["fault connection.refused", "unknown answer.noWay"])
        doctor = try #require(Doctor(configuration, url: "https://portico.invalid"))
        (doctor.isInside, doctor.timeout) = (false, .seconds(1))
        let nameless = names(await doctor.examine())
        #expect(!nameless.isDisjoint(with: ["fault name.none", "unknown name.time"]))
        #expect(Doctor(configuration, url: "ftp://example.org") == nil)
        #expect(folder.contents == [])
    }
}
