import Foundation

/// The folder of the whole product.
public enum ProjectFolder {
    public static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
}
