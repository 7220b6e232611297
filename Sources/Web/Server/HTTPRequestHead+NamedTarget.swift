import NIOHTTP1

extension HTTPRequestHead {
    /// A target may name a host too, `GET http://portal.example.org/ HTTP/1.1`, and that is the one that is meant then (RFC 9112, 3.2.2).
    /// The codec keeps nothing of it but the path, so it is judged in front of it: one that is not the same as `Host` becomes a second
    /// `Host`, which `HostCheck` refuses and for which no kept page is looked for. A proper client never sends two that differ.
    mutating func addHostOfTarget() {
        // Where there is no `Host` at all that is refused: one added here would be taken for it.
        guard uri.utf8.first != UInt8(ascii: "/"), uri.contains("://"), let host = headers.first(name: "Host") else { return }
        let target = Origin(String(uri.prefix { $0 != "?" }))
        if let target, target == Origin(scheme: target.scheme, host: host) { return }
        headers.add(name: "Host", value: target?.name ?? "")
    }
}
