import Accounts
import Subprocess
