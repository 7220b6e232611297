/// A few words on the browser that a request names: enough to know one's own devices again.
public enum Device {
    /// `Firefox, Windows`; empty when nothing is known.
    public static func words(userAgent: String?) -> String {
        guard let userAgent else { return "" }
        return [first(of: browsers, in: userAgent), first(of: systems, in: userAgent)].compactMap(\.self).joined(separator: ", ")
    }

    // Browsers name those whom they descend from too, so the youngest come first.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"), ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]

    private static func first(of known: [(String, String)], in userAgent: String) -> String? {
        known.first { userAgent.utf8.count < 1000 && userAgent.contains($0.0) }?.1
    }
}
