import Admin
