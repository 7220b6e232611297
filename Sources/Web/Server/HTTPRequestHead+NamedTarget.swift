import NIOHTTP1

extension HTTPRequestHead {
    /// Respects the host of an absolute target, `GET http://portal.example.org/ HTTP/1.1` (RFC 9112, 3.2.2). The codec drops it, so this
    /// runs before: a host that differs from `Host` becomes a second `Host`, which `HostCheck` refuses and the page cache skips.
    mutating func addHostOfTarget() {
        // A missing `Host` must be refused, so none is added here.
        guard uri.utf8.first != UInt8(ascii: "/"), uri.contains("://"), let host = headers.first(name: "Host") else { return }
        let target = Origin(String(uri.prefix { $0 != "?" }))
        if let target, target == Origin(scheme: target.scheme, host: host) { return }
        headers.add(name: "Host", value: target?.name ?? "")
    }
}
