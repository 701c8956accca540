"""The unit ring has no network at all: a socket that opens here is a mistake."""

from collections.abc import Iterator

import pytest
from pytest_socket import disable_socket, enable_socket


@pytest.fixture(autouse=True)
def sockets_closed() -> Iterator[None]:
    disable_socket(allow_unix_socket=True)  # the event loop wakes itself through one
    yield
    enable_socket()
