import Admin
import Foundation
import Hummingbird
import Web

/// One sheet of six things: no page asks a guest to choose among more.
struct Pagination {
    static let size = 6

    let number: Int
    let last: Int
    private let count: Int
    private let path: String
    private let rest: String

    init(_ count: Int, _ request: Request) {
        let query = Form(query: request.uri.query ?? "")
        self.count = count
        last = max(1, (count + Self.size - 1) / Self.size)
        number = min(max(query.number("page", in: .positions) ?? 1, 1), last)
        path = request.uri.path
        let kept = (query["q"].isEmpty ? [] : [("q", query["q"])]) + query.all("without").map { ("without", $0) }
        rest = kept.map { "&\($0.0)=\($0.1.queryEscaped)" }.joined()
    }

    func slice<Thing>(_ all: [Thing]) -> ArraySlice<Thing> {
        all[((number - 1) * Self.size)..<min(number * Self.size, count)]
    }

    func values(_ words: Words) -> Values {
        [
            "previous": number > 1 ? address(number - 1) : false, "next": number < last ? address(number + 1) : false,
            "pageText": last > 1 ? words("living.pageOf", ["page": String(number), "last": String(last)]) : false,
        ]
    }

    private func address(_ number: Int) -> String { "\(path)?page=\(number)\(rest)" }
}

extension String {
    var queryEscaped: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}
