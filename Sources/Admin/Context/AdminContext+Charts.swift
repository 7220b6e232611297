import Accounts
import GRDB
import HTTPTypes
import Hummingbird
import Web

extension AdminContext {
    /// Where the charts of a page are files: each is the same page with the chart's id.
    static func chartHref(_ request: Request) -> String {
        let page = withoutChart(request)
        return page + (page.contains("?") ? "&" : "?") + "chart="
    }

    private static func withoutChart(_ request: Request) -> String {
        let others = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("chart=") && $0 != "format=png" }
        return request.uri.path + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
    }

    /// The chart of a page that a request asks for; nil where it asks for the page.
    static func chart(_ request: Request, in values: Values) -> Chart? {
        request.uri.queryParameters.get("chart").flatMap { Chart.find(String($0), in: values) }
    }

    /// A page of a signed-in person outside the back office, with its notice and its charts as files.
    public func plainPage(
        _ template: String, _ values: Values, _ request: Request, _ person: SignedIn, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        if let chart = Self.chart(request, in: values) { return try await file(chart, request, person) }
        var all = values
        all["chartHref"] = Self.chartHref(request)
        let flash = person.session.flash == nil ? nil : try await database.writeIfPossible { try person.session.takeFlash($0) } ?? nil
        if let flash { all["flash"] = ["text": flash.text, "kind": flash.kind.rawValue, "undo": false, "visit": false] as Values }
        return try pages.page(template, all, for: person.visitor, request: request, status: status)
    }

    /// A page that anyone may read, with its charts as files. Where one cannot be drawn as PNG now, the page says so.
    public func openPage(_ template: String, _ values: Values, _ request: Request, _ visitor: Visitor) async throws -> Response {
        var all = values
        (all["chartHref"], all["isWithoutPNG"]) = (Self.chartHref(request), false)
        guard let chart = Self.chart(request, in: values) else {
            return try pages.page(template, all, for: visitor, request: request)
        }
        guard Self.isPNG(request) else { return chart.response }
        if let bytes = await pictures.openPNG(of: chart) { return Self.response(chart, bytes) }
        all["isWithoutPNG"] = true
        return try pages.page(template, all, for: visitor, request: request, status: .serviceUnavailable)
    }

    private static func isPNG(_ request: Request) -> Bool { request.uri.queryParameters.get("format") == "png" }

    private static func response(_ chart: Chart, _ bytes: [UInt8]) -> Response {
        let headers: HTTPFields = [
            .contentType: "image/png", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"\(chart.name).png\"",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A chart of a page as a file: SVG, or with `format=png` a picture. Without the program for pictures the page says so.
    func file(_ chart: Chart, _ request: Request, _ person: SignedIn) async throws -> Response {
        guard Self.isPNG(request) else { return chart.response }
        guard let bytes = await pictures.png(of: chart) else {
            return try await redirect(person, to: Self.withoutChart(request), Flash(words(person)("charts.noPNG"), kind: .warn))
        }
        return Self.response(chart, bytes)
    }
}
