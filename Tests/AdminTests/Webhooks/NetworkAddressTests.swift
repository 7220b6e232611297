import Testing

@testable import Admin

@Suite struct NetworkAddressTests {
    @Test(arguments: ["93.184.215.14", "8.8.8.8", "172.32.0.1", "2606:4700:4700::1111", "64:ff9b::808:808", "2002:808:808::1"])
    func thePublicInternetMayBeCalled(text: String) throws {
        #expect(try #require(NetworkAddress(text)).isPublic)
    }

    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1",
        "192.168.1.1", "198.18.0.1", "203.0.113.9", "224.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:10.0.0.1",
        "64:ff9b::a00:1", "64:ff9b:1::1", "2002:a00:1::1", "2001::1", "2001:db8::1", "3fff::1", "fc00::1", "fd12::1", "fe80::1", "ff02::1",
    ])
    func noOtherMay(text: String) throws {
        #expect(try !#require(NetworkAddress(text)).isPublic)
    }

    @Test(arguments: ["", "localhost", "127.1", "0x7f.0.0.1", "1.2.3.4.5", "fe80::1%eth0", "[::1]", "1.2.3.4 "])
    func onlyWrittenAddressesAreAddresses(text: String) {
        #expect(NetworkAddress(text) == nil)
    }

    @Test(arguments: ["http://example.org:0/", "https://example.org:65536/x", "https://example.org:18446744073709551617/"])
    func aPortThatThereIsNotIsNotCalled(text: String) {
        #expect(Outgoing.url(text) == nil)
    }

    @Test(arguments: ["http://example.org:1/", "https://example.org:65535/x", "https://[2606:4700:4700::1111]:8443/"])
    func otherPortsAre(text: String) {
        #expect(Outgoing.url(text) != nil)
    }
}
