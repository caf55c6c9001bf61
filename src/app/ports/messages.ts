// Sends text messages and email.
import type { SendResult } from '../../domain/messages/message.ts'

/** Longest wait for a provider or mail server, in milliseconds. */
export const MAX_SEND_MS = 60_000

export interface Sms {
  readonly name: 'log' | 'twilio' | 'vonage' | 'sns' | 'whatsapp' | 'http'
  /** Phone number that sends text messages and receives the replies. Null without a provider. */
  readonly from: string | null
  /** Sends the message. Never throws: the result contains the failure. */
  send(message: { to: string; text: string }): Promise<SendResult>
  /** Returns whether the provider signed this incoming request. */
  verifies(url: string, fields: Record<string, string>, signature: string): boolean
}

export interface Email {
  readonly name: 'log' | 'smtp'
  /** Sends the email. Never throws: the result contains the failure. */
  send(mail: Mail): Promise<SendResult>
}

export interface Mail {
  to: string
  subject: string
  text: string
  /** HTML version of `text`. */
  html?: string
  /** Sender name. The sender address is always the server's own. */
  fromName?: string
  replyTo?: string | null
  /** Link by which the recipient unsubscribes. */
  unsubscribeUrl?: string
}
