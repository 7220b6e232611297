import Portal
import ArgumentParser
print("portico")
