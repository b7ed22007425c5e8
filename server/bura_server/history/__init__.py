"""What was played here: an index of deals worked out from the logs, replay, statistics, exports."""
