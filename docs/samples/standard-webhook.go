package webhooks

import (
	"net/http"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Verify takes the bytes as received, before any parsing. It returns an error when they are not genuine.
func Verify(rawBody []byte, headers http.Header, secret string) error {
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return err
	}
	return webhook.Verify(rawBody, headers)
}
