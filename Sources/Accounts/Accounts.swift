import Web
import GRDB
import CryptoExtras
