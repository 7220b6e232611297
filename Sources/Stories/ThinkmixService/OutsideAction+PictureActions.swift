import Accounts
import Admin
import Foundation
import GRDB
import Web

extension OutsideAction {
    static let pictured: [String: OutsideAction] = [
        "nuovo_post_foto": .init(needsWriter: true) { call, place in
            let me = try call.me()
            let file = try await photo("photo", call, place)
            let fragment = try await place.database.write { db in
                let body = body(file, call)
                let content = try FragmentContent(title: call.text("title"), body: body, isFirst: true)
                return try Fragment.start(content, by: me, sending: ServiceAction.sending(call, "start"), at: call.now, db)
            }
            return .object([("id", .number(Int(fragment.id))), ("sizes", PostElement.photo(fragment))])
        },
        "risposta_foto": .init(needsWriter: true) { call, place in
            let (me, parent) = (try call.me(), try call.number("id_parent"))
            let file = try await photo("photo", call, place)
            let fragment = try await place.database.write { db in
                let body = body(file, call)
                let content = try FragmentContent(title: call.text("title"), body: body, isFirst: false)
                return try Fragment.add(
                    content, after: parent, by: me, sending: ServiceAction.sending(call, "add \(parent)"), at: call.now, db)
            }
            return .object([
                ("id", .number(Int(fragment.id))), ("id_root", .number(Int(fragment.story))), ("sizes", PostElement.photo(fragment)),
            ])
        },
        "avatar": .init(needsWriter: true) { call, place in
            let me = try call.me()
            let file = try await photo("image", call, place)
            try await place.database.write { db in
                try Writer.mayWrite(me, at: .now, db)
                if try HiddenPhotos.refuses(file, db) { throw ServiceAction.Problem.refused(code: 32, "image_hidden") }
                try db.execute(sql: "UPDATE writer SET avatar = ? WHERE id = ? AND \(Writer.notErased)", arguments: [file, me])
            }
            let sizes = [("s", 96), ("m", 480), ("l", 1200)].map { name, size in
                (key: name, value: JSON.text("/stories/faces/\(me)/\(size).webp"))
            }
            return .object([("sizes", .object(sizes))])
        },
    ]

    private static func body(_ file: String, _ call: ServiceAction.Call) -> FragmentContent.Body {
        .photo(file: file, caption: call.text("text_content"), description: call.text("photo_description"))
    }

    private static func photo(_ field: String, _ call: ServiceAction.Call, _ place: Place) async throws -> String {
        guard let text = call.data[field]?.text, !text.isEmpty else { throw ServiceAction.Problem.fieldMissing(field) }
        // Without the right to write, the photo is not processed.
        let me = try call.me()
        try await place.database.read { try Writer.mayWrite(me, at: call.now, $0) }
        guard let data = Data(base64Encoded: text) else { throw ServiceAction.Problem.refused(code: 30, "image_unreadable") }
        guard data.count <= Stories.longestPhoto else { throw ServiceAction.Problem.refused(code: 31, "image_too_large") }
        let path = NSTemporaryDirectory() + "story-photo-" + UUID().uuidString
        try data.write(to: URL(fileURLWithPath: path))
        let upload = UploadedFile(name: "photo", path: path, size: data.count)
        guard let stored = try? await place.pages.photos.take(upload) else {
            throw ServiceAction.Problem.refused(code: 30, "image_unreadable")
        }
        await place.pages.learn(stored.file)
        return stored.file
    }
}
