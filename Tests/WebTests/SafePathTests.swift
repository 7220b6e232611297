import Testing

@testable import Web

struct SafePathTests {
    @Test(arguments: [
        "/", "/admin", "/admin/house/products?q=a%20b&page=2", "/a#b", "/a?next=https://x.example/", "/a/", "/a.b/..c/...",
        "/a?back=../b", "/a#..",
    ])
    func acceptsOurOwnPaths(path: String) {
        #expect(SafePath.local(path) == path)
    }

    @Test(arguments: [
        "", "admin", "//evil.example", "/\\evil.example", "\\/evil.example", "https://evil.example", "javascript:alert(1)", "/a//b",
        "/\t/evil.example",
        "/a\r\nSet-Cookie: x=1", " /a", "/a b", "/caff\u{E8}", "/\u{301}", "/a\u{0}",
    ])
    func refusesWhatLeadsElsewhere(path: String) {
        #expect(SafePath.local(path) == nil)
    }

    /// Who asks whether a path begins with `/stories` must get the path that a browser goes to.
    @Test(arguments: [
        "/stories/../admin", "/stories/..", "/..", "/.", "/./admin", "/stories/./../admin?q=1", "/stories/%2e%2e/admin",
        "/stories/.%2E/admin", "/stories/%2e/a#b", "/stories/..#a",
    ])
    func refusesSegmentsOfDots(path: String) {
        #expect(SafePath.local(path) == nil)
    }
}
