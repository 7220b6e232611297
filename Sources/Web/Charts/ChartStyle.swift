/// The style of a chart's file: the light colours of 45-charts.css.
enum ChartStyle {
    static let light = """
        svg{background:#fff}\
        text{font:13px system-ui,sans-serif;fill:#1f1d1a}\
        .chart-quiet{fill:#4c473f;font-size:12px}.chart-on{fill:#fff}\
        .chart-grid{stroke:#e4dfd6;fill:none}.chart-axis{stroke:#8b8377;fill:none}\
        .chart-empty{fill:#f4f0e8}.chart-line{fill:none;stroke-width:2.5;stroke-linejoin:round}\
        .chart-l1{stroke:#822d19}.chart-l2{stroke:#164b70;stroke-dasharray:7 4}.chart-l3{stroke:#1f5530;stroke-dasharray:2 4}\
        .chart-l4{stroke:#5f3f00;stroke-dasharray:10 3 2 3}.chart-l5{stroke:#4c473f}.chart-l6{stroke:#6b3f8f;stroke-dasharray:4 4}\
        .chart-c1{fill:#822d19}.chart-c2{fill:#164b70}.chart-c3{fill:#1f5530}.chart-c4{fill:#5f3f00}.chart-c5{fill:#4c473f}.chart-c6{fill:#6b3f8f}\
        .chart-h0{fill:#f4f0e8}.chart-h1{fill:#f0d9cf}.chart-h2{fill:#dfa993}.chart-h3{fill:#bf6a4d}.chart-h4{fill:#822d19}\
        .chart-d1{fill:#a32f24}.chart-d2{fill:#dd9a86}.chart-d3{fill:#d8d2c6}.chart-d4{fill:#8fb6d2}.chart-d5{fill:#164b70}\
        .chart-edge{fill:none;stroke:#8b8377;stroke-linejoin:round}.chart-e0{stroke-width:1.5}.chart-e1{stroke-width:2.5}\
        .chart-e2{stroke-width:4.5}.chart-e3{stroke-width:6.5}.chart-e4{stroke-width:9}\
        .chart-good{fill:#1f5530}.chart-warn{fill:#b27a10}.chart-bad{fill:#95122e}
        """
}
