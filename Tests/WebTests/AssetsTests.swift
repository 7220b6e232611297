import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import Web

struct AssetsTests {
    @Test func joinsTheStylesOfEachKindOfPage() async throws {
        let site = try Site()
        try await site.application { _ in }.test(.router) { client in
            let own = try await client.execute(uri: site.assets.prefix + "/desk.css", method: .get).text
            #expect(own.hasPrefix("@layer base;\nq { color: red }\nb { color: blue }\np { color: black }\n"))
            let other = try await client.execute(uri: site.assets.prefix + "/shop.css", method: .get).text
            #expect(other.hasPrefix("@layer base;\nb { color: blue }\np { color: black }\n"))
            let more = try await client.execute(uri: site.assets.prefix + "/desk-stories.css", method: .get).text
            #expect(more.hasPrefix("@layer base;\nq { color: red }\nb { color: blue }\ni { color: green }\np { color: black }\n"))
            let common = try await client.execute(uri: site.assets.prefix + "/portico.css", method: .get).text
            #expect(!common.contains("red"))
            #expect(!common.contains("blue"))
        }
    }

    @Test func sendsScriptsWithoutTheirComments() throws {
        let folder = try TemporaryFolder(["js/a.js": "// What.\n/** How. */\nlet a = 1;  // why\n\n  b('// c');\n"])
        let script = try AssetFiles(folder: folder.path, mounts: [:]).files["js/a.js"]
        #expect(try script.map { String(buffer: try $0.content().bytes) } == "let a = 1;  // why\nb('// c');\n")
    }

    /// They are shortened line by line: a text over several lines would change, and code between two comments would be lost.
    @Test func everyScriptCanBeShortened() throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: "Public/js") where path.hasSuffix(".js") {
            for line in try String(contentsOfFile: "Public/js/" + path, encoding: .utf8).split(separator: "\n") {
                #expect(line.count { $0 == "`" } % 2 == 0, "\(path): \(line)")
                #expect(line.ranges(of: "*/").count < 2, "\(path): \(line)")
            }
        }
    }

    /// Sheets are joined: what is none of CSS in one of them takes the first rules of the next one with it.
    @Test func everySheetHasOnlyLayers() throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: "Public/css") where path.hasSuffix(".css") {
            let css = try String(contentsOfFile: "Public/css/" + path, encoding: .utf8)
                .replacing(#/\/\*.*?\*\//#.dotMatchesNewlines(), with: "").replacing(#/"[^"]*"/#, with: "")
            var (depth, outside) = (0, "")
            for character in css {
                if character == "{" { depth += 1 }
                if depth == 0, !character.isWhitespace { outside.append(character) }
                if character == "}" { depth -= 1 }
            }
            #expect(depth == 0, "\(path)")
            #expect(outside.wholeMatch(of: #/(@layer[a-z,;]+)+/#) != nil, "\(path): \(outside)")
        }
    }

    @Test func servesFilesForAYear() async throws {
        let site = try Site()
        let prefix = site.assets.prefix
        try await site.application { _ in }.test(.router) { client in
            let css = try await client.execute(uri: prefix + "/portico.css", method: .get)
            #expect(css.text.hasPrefix("@layer base;\np { color: black }"))
            #expect(css.headers[.contentType] == "text/css; charset=utf-8")
            #expect(css.headers[.cacheControl] == "public, max-age=31536000, immutable")
            let packed = try await client.execute(uri: prefix + "/portico.css", method: .get, headers: [.acceptEncoding: "gzip"])
            #expect(packed.headers[values: .contentEncoding] == ["gzip"])
            #expect(packed.body.readableBytes < 200)
            let known = try await client.execute(
                uri: prefix + "/portico.css", method: .get, headers: [.ifNoneMatch: css.headers[.eTag] ?? ""])
            #expect(known.status == .notModified)
            do {
                let found = try await client.execute(uri: prefix + "/js/portico.js", method: .get).headers[.contentType]
                #expect(found == "text/javascript; charset=utf-8")
            }
            do {
                let found = try await client.execute(uri: prefix + "/extra/extra.js", method: .get).text
                #expect(found == "let extra")
            }
            do {
                let found = try await client.execute(uri: prefix + "/portico.css", method: .post).status
                #expect(found == .methodNotAllowed)
            }
            do {
                let found = try await client.execute(uri: "/robots.txt", method: .get).text.contains("Disallow: /admin")
                #expect(found)
            }
        }
        #expect(site.assets.has("extra/extra.js"))
        #expect(!site.assets.has("absent/x"))
    }

    @Test func robotsAreToldOfTheSiteMaps() async throws {
        let site = try Site()
        var settings = WebRouter.Settings()
        settings.siteMaps = { ["/shop/sitemap.xml"] }
        try await site.application(settings) { _ in }.test(.router) { client in
            let answer = try await client.execute(uri: "/robots.txt", method: .get)
            #expect(answer.text.hasPrefix("User-agent: *\n"))
            #expect(answer.text.contains("\nSitemap: http://"))
            #expect(answer.text.hasSuffix("/shop/sitemap.xml\n"))
            let tag = try #require(answer.headers[.eTag])
            let known = try await client.execute(uri: "/robots.txt", method: .get, headers: [.ifNoneMatch: tag])
            #expect(known.status == .notModified)
        }
    }

    @Test func hidesWhatIsNotMeant() async throws {
        let site = try Site()
        try await site.application { _ in }.test(.router) { client in
            for path in [
                "/.secret", "/../Templates/error.mustache", "/%2e%2e/Templates/error.mustache", "/css", "/", "", "/js/..%2f.secret", "/%zz",
                "/%00",
            ] {
                do {
                    let found = try await client.execute(uri: site.assets.prefix + path, method: .get).status
                    #expect(found == .notFound, "\(path)")
                }
            }
        }
    }

    @Test func theAddressFollowsTheContent() async throws {
        let site = try Site()
        let same = try Assets(folder: site.folder.path + "/Public", mounts: ["extra": site.folder.path + "/extra"])
        #expect(same.prefix == site.assets.prefix)
        try site.folder.write("@layer bose;", to: "Public/css/10-first.css")
        #expect(try Assets(folder: site.folder.path + "/Public", mounts: ["extra": site.folder.path + "/extra"]).prefix != same.prefix)
        try await site.application { _ in }.test(.router) { client in
            let old = try await client.execute(uri: "/assets/0000/portico.css", method: .get)
            #expect(old.status == .ok)
            #expect(old.headers[.cacheControl] == "no-cache")
        }
    }

    /// A page of before and a script of after may meet while files are being replaced; no browser shall keep that for a year.
    @Test func whatChangedSinceTheStartIsNotKept() async throws {
        let site = try Site()
        try site.folder.write("export const two = 22\n", to: "Public/js/portico.js")
        try FileManager.default.removeItem(atPath: site.folder.path + "/extra/extra.js")
        try await site.application { _ in }.test(.router) { client in
            let script = try await client.execute(uri: site.assets.prefix + "/js/portico.js", method: .get)
            #expect(script.text == "export const two = 22\n")
            #expect(script.headers[.cacheControl] == "no-cache")
            let gone = try await client.execute(uri: site.assets.prefix + "/extra/extra.js", method: .get).status
            #expect(gone == .notFound)
        }
    }

    @Test func readsAgainWhileDeveloping() async throws {
        let folder = try TemporaryFolder(["css/a.css": "old"])
        let assets = try Assets(folder: folder.path, reloads: true)
        try folder.write("new and longer", to: "css/a.css")
        let router = Router(context: Visitor.self)
        router.add(middleware: assets)
        try await Application(router: router).test(.router) { client in
            let css = try await client.execute(uri: assets.prefix + "/portico.css", method: .get)
            #expect(css.text == "new and longer\n")
            #expect(css.headers[.cacheControl] == "no-cache")
        }
    }

    @Test func aMissingFolderIsAProblem() {
        #expect(throws: StartProblems.self) { try Assets(folder: "/nowhere/at/all") }
    }
}
