"""What can go wrong, as one small tree.

    BuraError            any input we refuse; its text is one sentence that names the input and the way out
    ├── ParseError       a text (card, event, option file, log line) cannot be read
    ├── RulesError       options that are unknown, impossible or contradict each other
    ├── LogError         a log that cannot be continued (a newer version, a broken middle line)
    └── SourceError      a picture, clip or camera that cannot be opened or has died

Foul play is never an exception: it is data (see `bura.judge`).
"""

from __future__ import annotations


class BuraError(ValueError):
    """Input that is refused. The command line prints it as one sentence and exits with 2."""


class ParseError(BuraError):
    """A text cannot be read as what it claims to be."""


class RulesError(BuraError):
    """Unknown rule set or option, impossible value, or options that contradict each other."""


class LogError(BuraError):
    """A log that cannot be continued; the file itself is left untouched."""


class SourceError(BuraError):
    """A picture, clip or camera that cannot be opened, read, or has died."""
