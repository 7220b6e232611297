import TestSupport
import Testing

/// What guests read when something is not there or cannot be done.
@Suite struct TroubleTests {
    @Test(arguments: ["/house/nowhere", "/house/recipes/999", "/house/recipes/999/steps/1", "/house/guests/999/entry"])
    func aGuestReadsPlainWordsInTheFrameOfHisPages(path: String) async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 1) { _, devices in
            try await devices[0].post("/house/guests/1/entry")
            let page = try await devices[0].get(path)
            #expect(page.status == 404)
            #expect(page.contains("Qui non c’è niente"))
            #expect(page.contains(#"href="/house/home""#))
            // As a word: the number may stand in an address that is made of a hash.
            #expect(!page.text.contains(#/\b404\b/#))
        }
    }

    @Test func aFormOfNonsenseIsToldInHisWordsToo() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 1) { _, devices in
            try await devices[0].post("/house/guests/1/entry")
            let page = try await devices[0].get("/house/list/finishing")
            #expect(page.status == 405)
            #expect(page.contains("Così non si può"))
        }
    }

    @Test func whereTheSystemIsOffThereIsOnlyTheCommonPage() async throws {
        try await TestSite("stories").browse(as: "") { browsers in
            let page = try await browsers[0].get("/house/nowhere")
            #expect(page.status == 404)
            #expect(page.text.contains("404"))
        }
    }
}
