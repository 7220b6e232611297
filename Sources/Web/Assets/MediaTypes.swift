enum MediaTypes {
    static func type(of path: String) -> String {
        byEnding[path.split(separator: ".").last.map { $0.lowercased() } ?? ""] ?? "application/octet-stream"
    }

    private static let byEnding = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
        "json": "application/json", "map": "application/json", "webmanifest": "application/manifest+json", "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8", "html": "text/html; charset=utf-8", "xml": "application/xml", "png": "image/png",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon",
        "woff2": "font/woff2", "woff": "font/woff", "ttf": "font/ttf", "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf",
    ]
}
