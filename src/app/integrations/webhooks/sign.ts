// The signing secret of an endpoint, and the headers that it signs (docs/spec/webhooks.md#signatures).
import { createHmac } from 'node:crypto'
import type { App } from '../../context.ts'

const SECRET_LENGTH = 44

/**
 * The whole of it, prefix included, is the key of our own signature; of the standard one it is what follows the prefix, as
 * base64. Of letters and digits alone and without padding, it is the same in every decoder's alphabet.
 */
export function newSigningSecret({ secrets }: { secrets: Pick<App['secrets'], 'randomToken'> }): string {
  const random = `${secrets.randomToken()}${secrets.randomToken()}`.replaceAll(/[-_]/g, '')
  return `whsec_${random.slice(0, SECRET_LENGTH)}`
}

/** Signed at `now` with each secret, the newest first. */
export function webhookHeaders(given: {
  event: string
  deliveryId: string
  body: Buffer
  secrets: readonly string[]
  now: Date
}): Record<string, string> {
  const { event, deliveryId: id, body, secrets, now } = given
  const [signature, previous] = secrets.map((secret) => signatureOf(secret, body))
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const standard = secrets.map((secret) => standardSignature(secret, { id, timestamp, body }))
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Roundsman-Webhooks',
    'X-Service-Event': event,
    'X-Service-Delivery': id,
    'X-Service-Signature': signature ?? '',
    ...(previous && { 'X-Service-Signature-Previous': previous }),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}

/** Keyed on the whole secret as it is written. */
const signatureOf = (secret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** As the libraries of Standard Webhooks verify it: keyed on what follows the prefix, in either alphabet of base64. */
function standardSignature(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: Buffer },
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}
