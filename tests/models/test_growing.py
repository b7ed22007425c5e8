"""A reader that was made larger answers as before, and every weight that was added can learn."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.models.test_training import run

from bura.errors import BuraError

pytestmark = pytest.mark.train


def test_a_grown_reader_answers_as_before_and_all_of_it_can_learn(tmp_path: Path) -> None:
    import torch

    from bura_models.training.reader_net import SMALL, ReaderNet, ReaderShape

    torch.manual_seed(1)
    small = ReaderNet(SMALL)
    crops = torch.rand(16, 3, 64, 40)
    small.train()
    small(crops)  # so that its normalisations are not those of a new network
    small.eval()
    torch.save(small.state_dict(), tmp_path / "small.pt")
    run("bura_models.training.grow_reader", str(tmp_path / "small.pt"), str(tmp_path / "large.pt"))
    large = ReaderNet(ReaderShape())
    large.load_state_dict(torch.load(tmp_path / "large.pt", weights_only=True))
    large.eval()
    with torch.no_grad():
        for theirs, ours in zip(small.with_features(crops), large.with_features(crops), strict=True):
            assert torch.allclose(theirs, ours, atol=1e-4)
    large.train()
    rank, suit = large(crops)
    (rank.square().mean() + suit.square().mean()).backward()
    idle = [name for name, p in large.named_parameters() if p.grad is None or not p.grad.abs().sum() > 0]
    # behind a block that passes on what it gets, all but its gate waits one step: the gate learns first
    assert all(".c" in name or ".b1" in name for name in idle), idle
    assert any(
        p.grad is not None and p.grad.abs().sum() > 0 for n, p in large.named_parameters() if "b2" in n
    )


def test_a_reader_does_not_shrink() -> None:
    from bura_models.training.grow_reader import grown
    from bura_models.training.reader_net import SMALL, ReaderNet, ReaderShape

    with pytest.raises(BuraError, match="can only grow"):
        grown(ReaderNet(ReaderShape()), SMALL)
    with pytest.raises(BuraError, match="can only grow"):
        grown(ReaderNet(SMALL), ReaderShape((24, 48, 64)))
