// Mail by SMTP.
import { createTransport } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser/index.js'
import type { SendResult } from '../../domain/messages/message.ts'
import type { Email } from '../../app/ports/messages.ts'

const TIMEOUT_MS = 15_000

export function smtp(server: { url: string; from: string }): Email {
  const transport = createTransport(
    { url: server.url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    { from: server.from },
  )
  const [sender] = addressparser(server.from, { flatten: true })
  return {
    name: 'smtp',
    send: async ({ to, subject, text, html, fromName, replyTo, unsubscribeUrl }) => {
      try {
        const { messageId } = await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          ...(html !== undefined && { html }),
          ...(fromName !== undefined && sender && { from: { name: fromName, address: sender.address } }),
          ...(replyTo && { replyTo: { name: fromName ?? '', address: replyTo } }),
          ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
        })
        return { kind: 'sent', providerId: messageId }
      } catch (error) {
        return failed(error)
      }
    },
  }
}

function failed(error: unknown): SendResult {
  const { responseCode, command, message } = error as { responseCode?: number; command?: string; message?: string }
  const text = `The mail server: ${message ?? 'no answer'}`
  if (responseCode !== undefined) return { kind: responseCode >= 500 ? 'refused' : 'not_sent', error: text }
  // Once the text is on its way, a lost connection leaves open whether it was taken.
  return { kind: command === 'DATA' ? 'unknown' : 'not_sent', error: text }
}
