public enum Markdown { public static func html(_ s: String) -> String { s } }
