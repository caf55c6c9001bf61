// Used if no provider is configured: sends nothing. The office shows the messages in its list.
import type { Email, Sms } from '../../app/ports/messages.ts'

export const smsLog: Sms = {
  name: 'log',
  from: null,
  send: () => Promise.resolve({ kind: 'logged' }),
  verifies: () => false,
}

export const emailLog: Email = { name: 'log', send: () => Promise.resolve({ kind: 'logged' }) }
