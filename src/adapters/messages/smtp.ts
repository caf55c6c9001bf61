// Sends email over SMTP.
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser/index.js'
import type { SendResult } from '../../domain/messages/message.ts'
import { type Email, MAX_SEND_MS } from '../../app/ports/messages.ts'

/**
 * Maximum milliseconds without data from the mail server. One sending may have several such pauses, so `longestMs`
 * limits its total time.
 */
const SILENCE_MS = 15_000

export function smtp(server: { url: string; from: string }, longestMs = MAX_SEND_MS): Email {
  const transport = createTransport(
    {
      url: server.url,
      dnsTimeout: SILENCE_MS,
      connectionTimeout: SILENCE_MS,
      greetingTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
    },
    { from: server.from },
  )
  const [sender] = addressparser(server.from, { flatten: true })
  return {
    name: 'smtp',
    send: async ({ to, subject, text, html, fromName, replyTo, unsubscribeUrl }) => {
      try {
        const sending = transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          ...(html !== undefined && { html }),
          ...(fromName !== undefined && sender && { from: { name: fromName, address: sender.address } }),
          ...(replyTo && { replyTo: { name: fromName ?? '', address: replyTo } }),
          ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
        })
        const { messageId } = await rejectAfter(longestMs, sending)
        return { kind: 'sent', providerId: messageId }
      } catch (error) {
        return failedResult(error)
      }
    },
  }
}

/** Rejects after `ms`. The mail server may still accept the message then. */
async function rejectAfter<T>(ms: number, sending: Promise<T>): Promise<T> {
  const settled = new AbortController()
  const late = sleep(ms, null, { signal: settled.signal }).then(() => {
    throw Object.assign(new Error('no answer in time'), { command: 'DATA' })
  })
  late.catch(() => {})
  sending.catch(() => {})
  return Promise.race([sending, late]).finally(() => settled.abort())
}

function failedResult(error: unknown): SendResult {
  const { responseCode, command, message } = error as { responseCode?: number; command?: string; message?: string }
  const text = `The mail server: ${message ?? 'no answer'}`
  if (responseCode !== undefined) return { kind: responseCode >= 500 ? 'refused' : 'not_sent', error: text }
  // If the connection is lost after the text is being sent, it is unknown whether the server accepted it.
  return { kind: command === 'DATA' ? 'unknown' : 'not_sent', error: text }
}
