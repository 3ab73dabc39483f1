"""Workers: processes in which strategies in Python play, each of which can be ended.

In come a contest and chunks of seeds. Out go the outcomes of the games, or a `StrategyError` that
names the game and the turn. Only the arena asks here.
"""
