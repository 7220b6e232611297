import HTTPTypes
import Hummingbird

/// A refusal because two addresses differ: the one that was used and the site's own. Page and log name both and what to set.
struct ForeignAddress: ExplainedRefusal {
    let status: HTTPResponse.Status
    let texts: String
    let values: [String: String]
    let logged: String
    private let site: String?

    var home: String { site.map { $0 + "/" } ?? "/" }

    static func host(_ asked: String, site: Origin?) -> Self {
        // The scheme that a browser used is unknown here.
        let url = "\(site?.scheme ?? "https")://\(asked.lowercased())"
        guard let site = site?.description else {
            return Self(
                status: .misdirectedRequest, texts: "web.door.unset", values: ["asked": asked, "url": url],
                logged: "«\(asked)» was asked for, but PORTICO_URL is not set: set PORTICO_URL=\(url)", site: nil)
        }
        return Self(
            status: .misdirectedRequest, texts: "web.door.host", values: ["asked": asked, "site": site, "url": url],
            logged: "«\(asked)» was asked for, but PORTICO_URL is \(site): redirect that name to it, or set PORTICO_URL=\(url)", site: site)
    }

    /// A change sent from a page of another origin; nil if no addresses are known to differ. `isElsewhere`: the browser itself says so.
    static func origin(_ text: String?, host: String?, site: Origin?, isElsewhere: Bool) -> Self? {
        guard let text, let origin = Origin(text), origin.description == text.lowercased() else { return nil }
        let asked = Origin(scheme: "http", host: host ?? "")
        let (from, name) = (origin.description, site?.description ?? asked?.description ?? "")
        guard origin != site, from != name else { return nil }
        let hostText = host ?? "-"
        if let site, !isElsewhere, origin.name == site.name || origin.name == asked?.name {
            return Self(
                status: .forbidden, texts: "web.door.origin", values: ["asked": from, "site": name],
                logged: "the browser shows \(from), but PORTICO_URL is \(name): set PORTICO_URL=\(from), or let people open \(name)",
                site: site.description)
        }
        if site == nil, !isElsewhere, HostCheck.isLoopback(hostText) || origin.name == asked?.name {
            return Self(
                status: .forbidden, texts: "web.door.originUnset", values: ["asked": from, "host": hostText],
                logged: "the browser shows \(from), but the server was asked for «\(hostText)» and PORTICO_URL is not set: "
                    + "set PORTICO_URL=\(from), and let the proxy pass Host on", site: nil)
        }
        return Self(
            status: .forbidden, texts: "web.door.foreign", values: ["asked": from, "site": name],
            logged: "a page of \(from) sent a change to \(name)", site: site?.description)
    }
}
