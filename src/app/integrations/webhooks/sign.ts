// Creates signing secrets of endpoints, and signs requests in their headers (docs/spec/webhooks.md#signatures).
import { createHmac } from 'node:crypto'
import type { App } from '../../context.ts'

const SECRET_LENGTH = 44

/**
 * Creates a signing secret. The whole secret, including its prefix, is the key of Roundsman's own signature. The key of
 * the Standard Webhooks signature is the part after the prefix, decoded from base64. That part has only letters and
 * digits and no padding, so all base64 alphabets decode it to the same bytes.
 */
export function newSigningSecret({ secrets }: { secrets: Pick<App['secrets'], 'randomToken'> }): string {
  const random = `${secrets.randomToken()}${secrets.randomToken()}`.replaceAll(/[-_]/g, '')
  return `whsec_${random.slice(0, SECRET_LENGTH)}`
}

/** Returns the headers, signed at `now` with each secret, the newest first. */
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

/** The key is the whole secret as text. */
const signatureOf = (secret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/**
 * Signs in the format that the Standard Webhooks libraries verify. The key is the part after the prefix, decoded from
 * base64 in either alphabet.
 */
function standardSignature(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: Buffer },
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}
