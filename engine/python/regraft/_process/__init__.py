"""What regraft needs of the Python process: warnings and logs, the garbage collector.

Imports: errors.
"""
