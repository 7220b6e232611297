// swift-tools-version: 6.2
import PackageDescription

// One target for each folder of Sources, so that the compiler keeps the arrows:
// Server → Portal → {House, Stories, {Questionnaires, Campus, Citations} → Registry} → Admin → Accounts → Web → Formats.

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]
/// What a database looks like after all migrations, for readers; `make schema` writes it.
let schema = ["Migrations/schema.sql"]

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")

// A target names everything below it, not only the next layer: SwiftPM compiles a target anew only when one that it names has changed,
// but the layout of a value reaches through the layers between. A target left behind would look for its parts at their old places.
let belowFormats: [Target.Dependency] = ["CArchive", "CDeflate", "CICal", "CQRCode", "CXML"]
let belowWeb =
    belowFormats + [
        "Formats", metrics, hummingbird, mustache, yams, crypto, "CMarkdown",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "Logging", package: "swift-log"),
    ]
let belowAccounts = belowWeb + ["Web", grdb]
let belowAdmin = belowAccounts + ["Accounts"]
let belowSystems = belowAdmin + ["Admin"]
let belowFaculties = belowSystems + ["Registry"]
let belowPortal = belowFaculties + ["House", "Questionnaires", "Campus", "Stories", "Citations"]
let belowServer = belowPortal + ["Portal"]
let belowTests = belowServer + ["TestSupport", "AdminTestSupport"]

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
        // Without traits: our file is read by Yams, which also says which keys are there and on which lines.
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CMarkdown", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .systemLibrary(name: "CDeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CICal", providers: [.apt(["libical-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CProcess"),
        .systemLibrary(name: "CQRCode", providers: [.apt(["libqrencode-dev"])]),
        .target(name: "CSnapshot", exclude: ["snapshot.sql"]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .target(name: "Formats", dependencies: belowFormats, swiftSettings: strict),
        .target(name: "Web", dependencies: belowWeb, swiftSettings: strict),
        .target(
            name: "Accounts",
            dependencies: belowAccounts + [.product(name: "CryptoExtras", package: "swift-crypto")],
            exclude: schema,
            resources: [.embedInCode("Passwords/common-passwords.txt")],
            swiftSettings: strict),
        .target(
            name: "Admin",
            dependencies: belowAdmin + [asyncHTTPClient, .product(name: "Subprocess", package: "swift-subprocess")],
            exclude: schema,
            resources: [.embedInCode("Lists/lagoon.txt")],
            swiftSettings: strict),
        .target(name: "House", dependencies: belowSystems + [asyncHTTPClient, nioSSL], exclude: schema, swiftSettings: strict),
        .target(name: "Stories", dependencies: belowSystems, exclude: schema, swiftSettings: strict),
        .target(name: "Registry", dependencies: belowSystems, exclude: schema, swiftSettings: strict),
        .target(name: "Questionnaires", dependencies: belowFaculties, exclude: schema, swiftSettings: strict),
        .target(name: "Campus", dependencies: belowFaculties, exclude: schema, swiftSettings: strict),
        .target(name: "Citations", dependencies: belowFaculties + ["CProcess"], exclude: schema, swiftSettings: strict),
        .target(
            name: "Portal",
            dependencies: belowPortal + [
                "CMalloc", "CProcess", "CSQLite", "CSnapshot", configuration, asyncHTTPClient, nioSSL,
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOTLS", package: "swift-nio"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "Server",
            dependencies: belowServer + ["CProcess", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: strict),
        // The sample system and what a test has in hand; knows no real system.
        .target(
            name: "AdminTestSupport", dependencies: belowSystems + [hummingbirdTesting], path: "Tests/AdminTestSupport",
            exclude: ["Templates"], swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: belowServer + ["AdminTestSupport", hummingbirdTesting], path: "Tests/TestSupport",
            swiftSettings: strict),
        .testTarget(name: "FormatsTests", dependencies: belowTests, swiftSettings: strict),
        .testTarget(name: "WebTests", dependencies: belowTests, swiftSettings: strict),
        .testTarget(name: "AccountsTests", dependencies: belowTests, swiftSettings: strict),
        .testTarget(name: "AdminTests", dependencies: belowSystems + ["AdminTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "HouseTests",
            dependencies: belowTests + [nioSSL, .product(name: "HummingbirdHTTP2", package: "hummingbird")],
            swiftSettings: strict),
        .testTarget(name: "StoriesTests", dependencies: belowTests, swiftSettings: strict),
        .testTarget(name: "RegistryTests", dependencies: belowTests, swiftSettings: strict),
        .testTarget(name: "QuestionnairesTests", dependencies: belowTests, swiftSettings: strict),
        .testTarget(name: "CampusTests", dependencies: belowTests, swiftSettings: strict),
        .testTarget(name: "CitationsTests", dependencies: belowTests, swiftSettings: strict),
        .testTarget(
            name: "PortalTests",
            dependencies: belowTests + [nioSSL, .product(name: "HummingbirdTLS", package: "hummingbird")], swiftSettings: strict),
    ]
)
