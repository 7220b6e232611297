import Hummingbird

extension Cookie {
    /// A cookie of the whole site that scripts cannot read. `age` is in seconds: nil keeps it until the browser closes, 0 deletes it.
    public static func ofSite(_ name: String, _ value: String, age: Int? = nil, isSecure: Bool) -> Cookie {
        Cookie(name: name, value: value, maxAge: age, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
    }
}
