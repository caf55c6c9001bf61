from standardwebhooks import Webhook


# raw_body: the bytes as received, before any parsing. Raises when it is not genuine.
def verified(raw_body: bytes, headers: dict[str, str], secret: str) -> dict:
    return Webhook(secret).verify(raw_body, headers)
