
# nothing here
