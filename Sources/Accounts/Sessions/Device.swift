public enum Device {
    public static func words(userAgent: String?) -> String {
        guard let userAgent else { return "" }
        return [first(of: browsers, in: userAgent), first(of: systems, in: userAgent)].compactMap(\.self).joined(separator: ", ")
    }

    // Newest first, because browsers also name those they derive from.
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
