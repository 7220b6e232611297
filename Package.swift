// swift-tools-version: 6.2
import PackageDescription

// One target for each folder of Sources, so that the compiler keeps the arrows:
// Server → Portal → {House, Stories, {Questionnaires, Campus, Citations} → Registry} → Admin → Accounts → Web.

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let package = Package(
    name: "portico",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "portico", targets: ["Server"])],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.30.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .systemLibrary(name: "CMarkdown", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .target(
            name: "Web",
            dependencies: [
                hummingbird, mustache, crypto, "CMarkdown", "CZlib",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "Accounts",
            dependencies: ["Web", grdb, .product(name: "CryptoExtras", package: "swift-crypto")],
            resources: [.embedInCode("Passwords/common-passwords.txt")],
            swiftSettings: strict),
        .target(
            name: "Admin",
            dependencies: [
                "Accounts", yams, crypto, .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ],
            swiftSettings: strict),
        .target(
            name: "House",
            dependencies: [
                "Admin", "CXML", crypto, .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),
        .target(name: "Stories", dependencies: ["Admin", crypto], swiftSettings: strict),
        .target(name: "Registry", dependencies: ["Admin"], swiftSettings: strict),
        .target(name: "Questionnaires", dependencies: ["Registry", "CXML", crypto], swiftSettings: strict),
        .target(name: "Campus", dependencies: ["Registry", "CXML"], swiftSettings: strict),
        .target(name: "Citations", dependencies: ["Registry", "CXML"], swiftSettings: strict),
        .target(name: "Portal", dependencies: ["House", "Questionnaires", "Campus", "Stories", "Citations"], swiftSettings: strict),
        .executableTarget(
            name: "Server",
            dependencies: ["Portal", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: strict),
        .target(name: "TestSupport", dependencies: ["Portal", hummingbirdTesting], path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "WebTests", dependencies: ["TestSupport", yams], swiftSettings: strict),
        .testTarget(name: "AccountsTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(name: "AdminTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "HouseTests",
            dependencies: [
                "TestSupport", .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),
        .testTarget(name: "StoriesTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(name: "RegistryTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(name: "QuestionnairesTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(name: "CampusTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(name: "CitationsTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(name: "PortalTests", dependencies: ["TestSupport"], swiftSettings: strict),
    ]
)
