"""What regraft needs of the Python process: warnings and logs, the garbage collector,
signals, and locks that outlive a fork.

Imports: errors.
"""
