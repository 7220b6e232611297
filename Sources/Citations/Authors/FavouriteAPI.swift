import Accounts
import Admin
import GRDB
import HTTPTypes
import Hummingbird
import Web

enum FavouriteAPI {
    static let routes: [CitationRoute] = [
        CitationRoute(
            .get, "favourites", "favourites",
            .caller { _, caller, service in
                try caller.require(Citations.seeing)
                let authors = try await service.admin.database.read { try Favourites.all(of: caller, $0) }
                return .json(.values(["authors": .list(authors.sorted().map(JSON.id))]))
            }
        ) { $0.answer = Shape.object(["authors": Shape.list(Shape.id)]) },
        favourite(.put, "keepFavourite", isKept: true),
        favourite(.delete, "dropFavourite", isKept: false),
    ]

    private static func favourite(_ method: HTTPRequest.Method, _ name: String, isKept: Bool) -> CitationRoute {
        CitationRoute(
            method, "favourites/{id}", name,
            .caller { _, caller, service in
                try caller.require(Citations.seeing)
                let id = try caller.id()
                try await service.admin.database.write { try Favourites.set(id, to: isKept, of: caller, $0) }
                return Response(status: .noContent)
            }
        ) { $0.status = .noContent }
    }
}
