// Sends texts with Vonage's SMS API (https://developer.vonage.com/en/api/sms).
import type { Sms } from '../../app/ports/messages.ts'
import type { SendResult } from '../../domain/messages/message.ts'
import { textLength } from '../../domain/messages/text-length.ts'
import { askProvider, numberOr, objectOf, textOr } from './ask-provider.ts'
import type { TextAccount } from './text-account.ts'

const NAME = 'Vonage'
/** Prices in responses are in the account's currency, which is euros. */
const CURRENCY = 'EUR'
const THROTTLED = '1'
const INTERNAL_ERROR = '5'

export const vonage = ({ url, account, token, from }: TextAccount): Sms => ({
  name: 'vonage',
  from,
  send: ({ to, text }) =>
    askProvider(
      NAME,
      (signal) =>
        fetch(`${url}/sms/json`, {
          method: 'POST',
          signal,
          body: new URLSearchParams({
            api_key: account,
            api_secret: token,
            from: from.replace('+', ''),
            to: to.replace('+', ''),
            text,
            type: textLength(text).wide === null ? 'text' : 'unicode',
          }),
        }),
      { sent: resultOf, fault: (body) => textOr(objectOf(body)['error-code-label']) },
    ),
  verifies: () => false,
})

/** Vonage always returns 200, with a status for each part of the text. */
function resultOf(body: string): SendResult {
  const { messages } = objectOf(body)
  const parts = Array.isArray(messages) ? (messages as Record<string, unknown>[]) : []
  const [first] = parts
  const failed = parts.find(({ status }) => status !== '0')
  if (!first) return { kind: 'unknown', error: `${NAME} answered without a message` }
  if (failed) {
    const error = `${NAME} answered status ${textOr(failed.status) ?? '?'}: ${textOr(failed['error-text']) ?? 'no words'}`
    // Vonage already sends the parts before the failed part, so a retry could send them twice.
    if (failed !== first || failed.status === INTERNAL_ERROR) return { kind: 'unknown', error }
    return { kind: failed.status === THROTTLED ? 'not_sent' : 'refused', error }
  }
  const prices = parts.map((part) => numberOr(part['message-price']))
  const known = prices.filter((price) => price !== null)
  return {
    kind: 'sent',
    providerId: textOr(first['message-id']),
    segments: parts.length,
    ...(known.length === parts.length && {
      price: { amount: known.reduce((sum, price) => sum + price, 0), currency: CURRENCY },
    }),
  }
}
