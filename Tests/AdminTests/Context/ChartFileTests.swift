import AdminTestSupport
import HTTPTypes
import Testing

@Suite struct ChartFileTests {
    @Test func everyChartOfAPageIsAFile() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin", "librarian") { browsers in
            try await browsers[1].post(
                "/admin/sample/books", [("name", "Riso"), ("copies", "3"), ("ordering", "0"), ("price", ""), ("act", "save")])
            let page = try await browsers[0].get("/admin/audit")
            #expect(page.contains("role=\"img\" aria-labelledby=\"hours-name hours-summary\""))
            #expect(page.contains("href=\"/admin/audit?chart=hours\""))
            #expect(page.contains("Mostra i numeri"))
            let file = try await browsers[0].get("/admin/audit?chart=hours")
            #expect(file.status == 200)
            #expect(file.headers[.contentType] == "image/svg+xml; charset=utf-8")
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"hours.svg\"")
            #expect(file.text.hasPrefix("<?xml"))
            let png = try await browsers[0].get("/admin/audit?chart=hours&format=png")
            #expect(png.headers[.contentType] == "image/png")
            #expect(png.headers[.contentDisposition] == "attachment; filename=\"hours.png\"")
            #expect(Array(png.bytes.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
            let none = try await browsers[0].get("/admin/audit?chart=other")
            #expect(none.status == 200)
            #expect(none.contains("<main"))
        }
    }
}
