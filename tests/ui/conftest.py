"""What every test of the texts uses: the strict catalogues, and each language in turn."""

import pytest

from mafiabot.ui.texts import LOCALES, Texts


@pytest.fixture
def texts() -> Texts:
    return Texts.load(strict=True)


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest) -> str:
    value = request.param
    assert isinstance(value, str)
    return value
