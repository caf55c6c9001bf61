// Sends text messages and email.
import type { SendResult } from '../../domain/messages/message.ts'

export interface Sms {
  readonly name: 'log' | 'twilio'
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
  send(message: { to: string; subject: string; text: string }): Promise<SendResult>
}
