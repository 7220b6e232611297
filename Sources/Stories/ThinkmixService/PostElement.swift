import Admin
import Foundation
import GRDB
import Web

enum PostElement {
    static func all(_ ids: [Int64], for writer: Int64?, _ db: Database) throws -> JSON {
        let view = try ReaderState(writer, ids, db)
        let fragments = try Fragment.all(ids, db)
        let authors = try Writer.all(Set(fragments.values.map(\.writer)), db)
        return .list(
            ids.compactMap { id in
                guard let fragment = fragments[id], let author = authors[fragment.writer] else { return nil }
                return element(fragment, author, view)
            })
    }

    private static func element(_ fragment: Fragment, _ author: Writer, _ view: ReaderState) -> JSON {
        let isShown = !fragment.isHidden || view.wrote(fragment)
        let text = isShown ? fragment.text : ""
        let what: [(key: String, value: JSON)] = [
            ("ID", .number(Int(fragment.id))), ("IDRootPost", .number(fragment.parent == nil ? 0 : Int(fragment.story))),
            ("IDParent", .number(Int(fragment.parent ?? 0))), ("type", .text(fragment.kind.rawValue)),
            ("title", .text(isShown ? fragment.title : "")), ("text_content", .text(text)), ("preview", .text(String(text.prefix(160)))),
            ("photo", photo(fragment)), ("photo_description", .text(isShown ? fragment.description : "")),
            ("date", .text(stamp(fragment.createdAt))), ("likes_tot", .number(fragment.weight)),
            ("answers_tot", .number(fragment.continuations)), ("author", person(author)),
        ]
        let seen: [(key: String, value: JSON)] = [
            ("voted_by_me", .flag(view.hasVoted(fragment))), ("reported_by_me", .flag(view.hasReported(fragment))),
            ("mine", .flag(view.wrote(fragment))), ("is_leaf", .flag(fragment.isEnd)), ("hidden", .flag(fragment.isHidden)),
        ]
        return .object(what + seen)
    }

    static func photo(_ fragment: Fragment) -> JSON {
        guard fragment.photo != nil, !fragment.isHidden else { return .null }
        let address = "/stories/photos/\(fragment.id)/"
        return .object([
            ("thumb", .text(address + "96.webp")), ("medium", .text(address + "480.webp")), ("full", .text(address + "1200.webp")),
        ])
    }

    /// A writer's public data, without mail address.
    static func person(_ writer: Writer) -> JSON {
        .object([
            ("ID", .number(Int(writer.id))), ("name", .text(writer.firstName)), ("surname", .text(writer.lastName)),
            ("nickname", .text(writer.nickname ?? "")),
            ("avatar", writer.avatar == nil ? .null : .text("/stories/faces/\(writer.id)/96.webp")),
        ])
    }

    static func stamp(_ date: Date) -> String {
        let civil = CivilTime(date, in: .gmt)
        return civil.inputValue + ":" + (civil.second < 10 ? "0\(civil.second)" : String(civil.second)) + "Z"
    }
}
