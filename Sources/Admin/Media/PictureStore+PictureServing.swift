import Foundation
import HTTPTypes
import Hummingbird

extension PictureStore {
    /// Answers `GET /media/{file}/{size}` without sign-in: names cannot be guessed. `size` is `96.webp`, `480.webp`, `1200.webp` or
    /// `1200.jpg`. Files never change; only files encoded here are served, with headers that stop them from acting as a page.
    public func serve(file: String, size: String, request: Request) -> Response {
        guard Self.isName(file), let wanted = PictureFile(rawValue: size), wanted != .master else { return Response(status: .notFound) }
        let path = "\(folder)/\(file)/\(size)"
        let tag = "\"\(file.prefix(16))-\(size)\""
        var headers = HTTPFields()
        headers[.contentType] = wanted.mediaType
        headers[.cacheControl] = "public, max-age=31536000, immutable"
        headers[.eTag] = tag
        headers[.xContentTypeOptions] = "nosniff"
        headers[.contentSecurityPolicy] = "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

        if request.headers[.ifNoneMatch].map({ names($0, tag) }) == true, AtomicFile.age(path) != nil {
            return Response(status: .notModified, headers: headers)
        }
        guard let bytes = AtomicFile.contents(path) else { return Response(status: .notFound) }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func names(_ header: String, _ tag: String) -> Bool {
        header.split(separator: ",").contains { part in
            let one = part.trimmingCharacters(in: .whitespaces)
            return one == "*" || one == tag || one == "W/" + tag
        }
    }
}
