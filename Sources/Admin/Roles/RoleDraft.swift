import Accounts
import Web

struct RoleDraft: Sendable {
    var title = ""
    var scope: String?
    var grants: Set<Permission> = []
    var isConfined = false
    var version = 0
}

extension RoleDraft {
    init(_ role: CustomRole) {
        self.init(
            title: role.title, scope: role.scope, grants: Set(role.grants.map(Permission.init(rawValue:))), isConfined: role.isConfined,
            version: role.version)
    }

    func fields(otherThanIn was: RoleDraft) -> [String] {
        [title == was.title ? nil : "title", isConfined == was.isConfined ? nil : "confined", grants == was.grants ? nil : "may"]
            .compactMap { $0 }
    }

    static let drawnName = "drawn"

    var drawn: String {
        JSON.object([
            ("title", .text(title)), ("confined", .flag(isConfined)), ("may", .list(grants.map(\.rawValue).sorted().map(JSON.text))),
        ]).compact
    }

    init?(drawn: String) {
        guard let json = try? JSONReader.read(Array(drawn.utf8)), let title = json["title"]?.text, let may = json["may"]?.list,
            let isConfined = json["confined"]?.flag
        else { return nil }
        self.init(title: title, grants: Set(may.compactMap(\.text).map(Permission.init(rawValue:))), isConfined: isConfined)
    }
}
