"""The shipped networks: weights, manifest, model cards. Never imports torch unless training is asked for."""
