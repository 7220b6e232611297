import Accounts
import HTTPTypes
import Hummingbird
import Web

extension AdminContext {
    /// A chart of a page as a file: SVG, or with `format=png` a picture. Without the program for pictures the page says so.
    func file(_ chart: Chart, _ request: Request, _ person: SignedIn) async throws -> Response {
        guard request.uri.queryParameters.get("format") == "png" else { return chart.response }
        guard let bytes = await pictures.png(of: chart) else {
            let others = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("chart=") && $0 != "format=png" }
            let address = request.uri.path + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
            return try await redirect(person, to: address, Flash(words(person)("charts.noPNG"), kind: .warn))
        }
        let headers: HTTPFields = [
            .contentType: "image/png", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"\(chart.name).png\"",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
