import { Webhook } from 'standardwebhooks'

// rawBody: the text as received, before any parsing. Throws when it is not genuine.
export const verified = (rawBody, headers, secret) => new Webhook(secret).verify(rawBody, headers)
