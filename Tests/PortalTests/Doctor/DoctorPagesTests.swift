import Accounts
import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Portal

/// The server answers its doctor and nobody else.
@Suite struct DoctorPagesTests {
    private static let addresses = ["/doctor", "/doctor/stream"]

    private func asked(_ browser: Browser, _ token: String?) async throws -> [Int] {
        let headers: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
        var statuses = [try await browser.call(.post, "/doctor", headers: headers).status]
        // With the right token the stream stays open.
        statuses.append(try await browser.get("/doctor", headers: headers).status)
        return statuses
    }

    @Test func withoutATokenThereIsNothing() async throws {
        let site = try await TestSite()
        try await site.browse(as: "", "admin") { browsers in
            for browser in browsers {
                for address in Self.addresses {
                    let answer = try await browser.get(address)
                    #expect(answer.status == 404)
                    #expect(!answer.contains("127.0.0.1"))
                }
                #expect(try await asked(browser, nil) == [404, 404])
                #expect(try await asked(browser, Token().text) == [404, 404])
            }
        }
    }

    @Test func theTokenOfTheFileOpensAndOnlyWhileItIsThere() async throws {
        let site = try await TestSite()
        let file = DoctorToken(data: site.data)
        let token = try #require(file.make()?.text)
        try await site.browse(as: "") { browsers in
            #expect(try await asked(browsers[0], token) == [200, 200])
            #expect(try await asked(browsers[0], Token().text) == [404, 404])
            #expect(try await asked(browsers[0], "") == [404, 404])
            let text = try await browsers[0].get("/doctor", headers: [.authorization: "Bearer \(token)"]).text
            // No secret is among what it tells.
            #expect(!text.contains(token))
            let next = try #require(file.make()?.text)
            #expect(try await asked(browsers[0], token) == [404, 404])
            #expect(try await asked(browsers[0], next) == [200, 200])
            file.remove()
            #expect(try await asked(browsers[0], next) == [404, 404])
        }
    }

    @Test func aFileThatOthersCouldHaveWrittenOrReadOpensNothing() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + DoctorToken.file
        let file = DoctorToken(data: folder.path)
        let token = try #require(file.make()?.text)
        #expect(file.accepts(token))
        #expect(FileFacts(path)?.mode == 0o600)
        // It holds no token.
        let kept = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(kept.range(of: Data(token.utf8)) == nil)
        #expect(!file.accepts(token, now: .now + 301))
        #expect(!file.accepts(token, now: .now - 10))
        for mode in [0o640, 0o604, 0o644, 0o666] as [mode_t] {
            chmod(path, mode)
            #expect(!file.accepts(token))
        }
        chmod(path, 0o600)
        #expect(file.accepts(token))
        rename(path, path + ".other")
        symlink(path + ".other", path)
        #expect(!file.accepts(token))
        // A link that is in the way is not followed when the file is made.
        let fresh = try #require(file.make()?.text)
        #expect(file.accepts(fresh))
        let behind = try Data(contentsOf: URL(fileURLWithPath: path + ".other"))
        #expect(behind == kept)
    }
}
