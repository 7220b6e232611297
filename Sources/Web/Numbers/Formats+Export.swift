// Numbers and formats from outside are read alike above and below this target.
@_exported import Formats
