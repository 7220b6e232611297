import Foundation
import Testing

@testable import Admin

/// Addresses that people give the site to call.
@Suite struct OutgoingAddressTests {
    @Test(arguments: [
        ("HTTP://Example.ORG/Path?q=A", "http://example.org/Path?q=A"), ("https://example.org", "https://example.org"),
        ("https://example.org:8443/x", "https://example.org:8443/x"), ("http://10.0.0.1/", "http://10.0.0.1/"),
    ])
    func anAddressIsCalledAsItIsChecked(_ typed: String, _ called: String) {
        #expect(Outgoing.url(typed)?.absoluteString == called)
    }

    @Test(arguments: [
        "", "example.org", "//example.org/", "ftp://example.org/", "javascript:alert(1)", "mailto:a@example.org", "https://",
        "https://user@example.org/", "https://user:pass@example.org/", "https://example.org/#part", "https://ex_ample.org/",
        "https://exa mple.org/", "file:///etc/passwd", "https://example.org%2F@evil.example.org/",
    ])
    func otherAddressesAreNotCalled(_ typed: String) {
        #expect(Outgoing.url(typed) == nil)
    }

    @Test func aNameThatIsNotThereIsNoTarget() async {
        let nothing = await Outgoing(allowsPrivate: false).target(of: "no address")
        #expect(nothing.error == "name")
        #expect(nothing.target == nil)
    }

    @Test(arguments: ["http://127.0.0.1/", "http://[::1]:8080/", "http://10.1.2.3/", "http://169.254.169.254/latest"])
    func thePrivateNetworkIsNoTargetUnlessItIsAllowed(_ address: String) async {
        let refused = await Outgoing(allowsPrivate: false).target(of: address)
        #expect(refused.error == "private")
        #expect(refused.target == nil)
        let allowed = await Outgoing(allowsPrivate: true).target(of: address)
        #expect(allowed.error == nil)
        #expect(allowed.target != nil)
    }

    @Test func aNeighbourMayBeCalledByItsName() async {
        let neighbour = await Outgoing(allowsPrivate: false, neighbours: ["127.0.0.1"]).target(of: "http://127.0.0.1:8080/")
        #expect(neighbour.error == nil)
        let other = await Outgoing(allowsPrivate: false, neighbours: ["127.0.0.1"]).target(of: "http://127.0.0.2/")
        #expect(other.error == "private")
    }
}
