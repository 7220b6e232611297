import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import House

@Suite struct AppPagesTests {
    @Test(arguments: ["it", "en"])
    func aManifestNamesTheSiteAndItsIconsInEachLanguage(_ language: String) async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 1) { _, devices in
            let page = try await devices[0].get("/house")
            #expect(page.contains(#"<link rel="manifest" href="/house/manifest/it">"#))
            let answer = try await devices[0].get("/house/manifest/\(language)")
            #expect(answer.headers[.contentType] == "application/manifest+json")
            let manifest = try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
            #expect(manifest["name"] as? String == "Portico di prova")
            #expect(manifest["lang"] as? String == language)
            #expect(manifest["start_url"] as? String == "/house")
            #expect(manifest["display"] as? String == "standalone")
            let icons = try #require(manifest["icons"] as? [[String: String]])
            #expect(Set(icons.compactMap { $0["sizes"] }) == ["192x192", "512x512", "any"])
            for icon in icons {
                let picture = try await devices[0].call(.get, icon["src"] ?? "")
                #expect(picture.status == 200)
                #expect(picture.headers[.contentType] == icon["type"])
            }
            let none = try await devices[0].get("/house/manifest/xx")
            #expect(none.status == 404)
        }
    }

    @Test func theWorkerLoadsOnlyWhatIsThereAndIsAskedForEachTime() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 1) { _, devices in
            let worker = try await devices[0].get("/house/worker.js")
            #expect(worker.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(worker.headers[.cacheControl] == "no-cache")
            #expect(worker.headers[.init("Service-Worker-Allowed")!] == "/house")
            #expect(worker.headers[.eTag] != nil)
            let prefix = try #require(worker.text.firstMatch(of: #/self.assets = "(.+)"/#)?.1)
            let files = worker.text.matches(of: #/"([a-z\/-]+\.(?:js|css|svg))"/#).map { String($0.1) }
            #expect(files.contains("house.css"))
            #expect(files.contains("js/living/clock.js"))
            let scripts = worker.text.matches(of: #/`\$\{self.assets\}\/(.+?)`/#).map { String($0.1) }
            #expect(scripts.count >= 3)
            for file in files + scripts {
                let answer = try await devices[0].call(.get, "\(prefix)/\(file)")
                #expect(answer.status == 200, "\(file)")
            }
        }
    }

    @Test func pagesSayWhoseTheyAre() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 1) { educator, devices in
            let keeper: (Answer) -> String? = { $0.headers[.porticoKeeper] }
            let door = try await devices[0].get("/house")
            #expect(keeper(door) == "none")
            #expect(door.contains(#"data-keeper="none""#))
            try await devices[0].post("/house/guests/1/entry")
            let home = try await devices[0].get("/house/home")
            #expect(keeper(home) == "1")
            #expect(home.contains(#"data-keeper="1""#))
            #expect(home.contains("/house/clock/sentences/it/"))
            // An educator who tries the pages keeps nothing of them.
            try await educator.post("/admin/house/guests/1/living", [])
            try await educator.post("/house/guests/1/entry")
            let tried = try await educator.get("/house/list")
            #expect(tried.status == 200)
            #expect(keeper(tried) == "none")
            #expect(tried.contains("Smetti di provare"))
        }
    }

    @Test func thePageForWhenThereIsNoNetworkIsNobodys() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            let page = try await guests[0].get("/house/offline")
            #expect(page.contains("Non c’è internet. La tua lista è qui."))
            #expect(!page.contains("Anna"))
            #expect(page.headers[.porticoKeeper] == "")
        }
    }

    @Test func aCopyForLaterAnswersNoNoticeAndTakesNoMessage() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/lists/items", [("product", "1"), ("quantity", "1")])
            try await guests[0].post("/house/list/items", [("product", "2")])
            let kept: HTTPFields = [.porticoKeep: "yes"]
            for _ in 0..<2 {
                let copy = try await guests[0].call(.get, "/house/list", headers: kept, cookies: true)
                #expect(copy.contains("Riso"))
                #expect(!copy.contains("ha cambiato la lista"))
                #expect(!copy.contains("Pane: nella lista."))
            }
            // The worker asks for the page of nobody at any moment, also just after an act.
            try await guests[0].get("/house/offline")
            let seen = try await house.site.value("SELECT count(*) FROM noticeDelivery WHERE seenAt IS NOT NULL", as: Int.self)
            #expect(seen == 0)
            let page = try await guests[0].get("/house/home")
            #expect(page.contains("ha cambiato la lista"))
            #expect(page.contains("Pane: nella lista."))
        }
    }
}
