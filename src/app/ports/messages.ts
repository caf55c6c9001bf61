// Sends text messages and email.
import type { SendResult } from '../../domain/messages/message.ts'

/** Longest time that a provider or mail server is waited for. */
export const MAX_SEND_MS = 60_000

export interface Sms {
  readonly name: 'log' | 'twilio' | 'vonage' | 'sns' | 'whatsapp' | 'http'
  /** What texts come from, to which replies go; null without a provider. */
  readonly from: string | null
  /** Never throws. */
  send(message: { to: string; text: string }): Promise<SendResult>
  /** Whether a request to us was signed by the provider. */
  verifies(url: string, fields: Record<string, string>, signature: string): boolean
}

export interface Email {
  readonly name: 'log' | 'smtp'
  /** Never throws. */
  send(mail: Mail): Promise<SendResult>
}

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same beside the text, for those who read HTML. */
  html?: string
  /** Whose name it comes from; the address is always the server's own. */
  fromName?: string
  replyTo?: string | null
  /** Where its reader says to be told no more. */
  unsubscribeUrl?: string
}
