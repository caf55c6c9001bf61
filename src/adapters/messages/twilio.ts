// Texts by Twilio's REST API, and the proof that a request comes from there.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SendResult } from '../../domain/messages/message.ts'
import type { Sms } from '../../app/ports/messages.ts'

export interface TwilioAccount {
  url: string
  account: string
  token: string
  from: string
}

const TIMEOUT_MS = 15_000
/** Nothing was sent when the connection was never made. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

export function twilio({ url, account, token, from }: TwilioAccount): Sms {
  const endpoint = `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return {
    name: 'twilio',
    from,
    send: async ({ to, text }) => {
      try {
        const answer = await fetch(endpoint, {
          method: 'POST',
          headers: { authorization },
          body: new URLSearchParams({ To: to, From: from, Body: text }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        return await resultOf(answer)
      } catch (error) {
        return unanswered(error)
      }
    },
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

async function resultOf(answer: Response): Promise<SendResult> {
  const body = (await answer.json().catch(() => null)) as { sid?: unknown; message?: unknown } | null
  if (answer.ok) return { kind: 'sent', providerId: typeof body?.sid === 'string' ? body.sid : null }
  const error = `Twilio answered ${answer.status}${typeof body?.message === 'string' ? `: ${body.message}` : ''}`
  if (answer.status === 429 || answer.status === 503) return { kind: 'not_sent', error }
  return answer.status < 500 ? { kind: 'refused', error } : { kind: 'unknown', error }
}

function unanswered(error: unknown): SendResult {
  const code = (error as { cause?: { code?: string } } | null)?.cause?.code ?? ''
  const text = error instanceof Error ? error.message : String(error)
  return { kind: NEVER_CONNECTED.includes(code) ? 'not_sent' : 'unknown', error: `No answer from Twilio: ${text}` }
}
