require 'standardwebhooks'

# raw_body: request.body.read, before any parsing. Raises when it is not genuine.
def verified(raw_body, headers, secret)
  StandardWebhooks::Webhook.new(secret).verify(raw_body, headers)
end
