import Admin
import Foundation

extension GeoPoint {
    /// Points on a circle around this one, in metres, for drawings.
    func circle(radius: Int) -> [GeoPoint] {
        let north = Double(radius) / 111_000
        let east = north / max(cos(latitude * .pi / 180), 0.1)
        return stride(from: 0.0, to: 360, by: 15).compactMap { angle in
            GeoPoint(latitude: latitude + north * sin(angle * .pi / 180), longitude: longitude + east * cos(angle * .pi / 180))
        }
    }
}
