"""The wordings of verdicts and results, one module per language with the same keys; `bura.sentences` joins them."""
