import Admin

/// The script of `/house/worker.js`; the code it loads is in `Public/js/living/offline` and beside it.
enum AppWorker {
    static func script(prefix: String, paths: [String]) -> String {
        let scripts = [
            "js/living/offline/queue.js", "js/living/offline/copies.js", "js/living/offline/worker.js",
            "js/push-worker.js",
        ]
        let files = paths.filter(isNeeded).map { "\"\($0)\"" }.joined(separator: ",")
        return """
            self.assets = "\(prefix)";
            self.files = [\(files)];
            \(PushWorker(home: "/house", renewal: GuestPushPages.address + "/renewal").preface)
            importScripts(\(scripts.filter(paths.contains).map { "`${self.assets}/\($0)`" }.joined(separator: ", ")));

            """
    }

    private static func isNeeded(_ path: String) -> Bool {
        ["house.css", "js/print.js", "js/push.js", "images/icons.svg", "images/signs.svg", "images/money.svg", "images/amounts.svg"]
            .contains(path)
            || path.hasPrefix("images/doors/") || path.hasPrefix("js/living/") && path.hasSuffix(".js")
    }
}
