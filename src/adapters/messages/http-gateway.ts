// Sends texts through any gateway that accepts a POST request.
import type { Sms } from '../../app/ports/messages.ts'
import type { PostResult, WebhookPost } from '../../app/ports/webhook-post.ts'
import type { SendResult } from '../../domain/messages/message.ts'
import { type BodyType, textBody } from '../../domain/messages/text-body.ts'
import { refusal } from './ask-provider.ts'

export interface HttpGateway {
  /** URL of the gateway. It may contain the same placeholders as `body`. */
  url: string
  from: string
  body: string
  bodyType: BodyType
  /** The complete header. Null: no header. */
  token: string | null
}

const NAME = 'The text gateway'
const CONTENT_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' }

/** `post` reaches only addresses that webhooks may reach. */
export const httpGateway = (gateway: HttpGateway, { post }: Pick<WebhookPost, 'post'>): Sms => ({
  name: 'http',
  from: gateway.from,
  send: async ({ to, text }) => {
    const values = { to, to_digits: to.replace('+', ''), from: gateway.from, text }
    return resultOf(
      await post({
        url: textBody(gateway.url, 'form', values),
        headers: {
          'content-type': CONTENT_TYPES[gateway.bodyType],
          ...(gateway.token !== null && { authorization: gateway.token }),
        },
        body: Buffer.from(textBody(gateway.body, gateway.bodyType, values)),
      }),
    )
  },
  verifies: () => false,
})

function resultOf({ statusCode, error, excerpt, neverConnected }: PostResult): SendResult {
  if (statusCode === null)
    return { kind: neverConnected ? 'not_sent' : 'unknown', error: `${NAME}: ${error ?? 'no answer'}` }
  return statusCode >= 200 && statusCode < 300
    ? { kind: 'sent', providerId: null }
    : refusal(NAME, statusCode, excerpt?.slice(0, 200) || null)
}
