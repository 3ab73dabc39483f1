"""The game in the terminal: line by line (`plain`), or on the whole screen (`screen`)."""
