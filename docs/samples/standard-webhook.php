<?php
// $rawBody: file_get_contents('php://input'), before any parsing. Throws when it is not genuine.
function verified(string $rawBody, array $headers, string $secret): array
{
    return (new \StandardWebhooks\Webhook($secret))->verify($rawBody, $headers);
}
