import Portal
