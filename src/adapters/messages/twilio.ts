// Sends texts with Twilio's REST API, and verifies that a request comes from Twilio.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Sms } from '../../app/ports/messages.ts'
import type { SendResult } from '../../domain/messages/message.ts'
import { askProvider, numberOr, objectOf, textOr } from './ask-provider.ts'
import type { TextAccount } from './text-account.ts'

export function twilio({ url, account, token, from }: TextAccount): Sms {
  const endpoint = `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return {
    name: 'twilio',
    from,
    send: ({ to, text }) =>
      askProvider(
        'Twilio',
        (signal) =>
          fetch(endpoint, {
            method: 'POST',
            headers: { authorization },
            body: new URLSearchParams({ To: to, From: from, Body: text }),
            signal,
          }),
        { sent: resultOf, fault: (body) => textOr(objectOf(body).message) },
      ),
    verifies: (requestUrl, fields, signature) => {
      const signed = Object.keys(fields)
        .sort()
        .reduce((text, name) => text + name + fields[name], requestUrl)
      const expected = createHmac('sha1', token).update(signed).digest()
      const given = Buffer.from(signature, 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

/** The price is often known only later. Until then it is null. */
function resultOf(body: string): SendResult {
  const { sid, num_segments, price, price_unit } = objectOf(body)
  const [segments, amount, currency] = [numberOr(num_segments), numberOr(price), textOr(price_unit)]
  return {
    kind: 'sent',
    providerId: textOr(sid),
    ...(segments !== null && { segments }),
    // Amounts that the account pays are negative.
    ...(amount !== null && currency !== null && { price: { amount: Math.abs(amount), currency } }),
  }
}
