// Simulates Twilio in tests: an account, and the replies of a phone in requests that are signed like those of Twilio.
import { createHmac, randomUUID } from 'node:crypto'
import type { Service } from './service.ts'

const TOKEN = 'a token for tests'

/** `url` receives the sent texts. The default is for tests that send none. */
export const twilioEnv = (url = 'http://127.0.0.1:9') => ({
  SMS: 'twilio',
  SMS_URL: url,
  SMS_ACCOUNT: 'AC1',
  SMS_TOKEN: TOKEN,
  SMS_FROM: '+12025550199',
})

/** Posts a phone's reply. `sid` is the provider's ID of the text, by which a text that is posted twice is recognized. */
export function replyByText(
  service: Service,
  from: string,
  body: string,
  token = TOKEN,
  sid: string = randomUUID(),
): Promise<Response> {
  const fields = { From: from, Body: body, MessageSid: sid, To: '+12025550199' }
  const signed = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .reduce((all, [name, value]) => all + name + value, `${service.app.publicUrl}/sms/inbound`)
  return fetch(`${service.url}/sms/inbound`, {
    method: 'POST',
    headers: { 'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64') },
    body: new URLSearchParams(fields),
  })
}
