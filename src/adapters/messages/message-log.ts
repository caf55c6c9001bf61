// Without a provider, messages end in the log that the office shows.
import type { Email, Sms } from '../../app/ports/messages.ts'

export const smsLog: Sms = {
  name: 'log',
  from: null,
  send: () => Promise.resolve({ kind: 'logged' }),
  verifies: () => false,
}

export const emailLog: Email = { name: 'log', send: () => Promise.resolve({ kind: 'logged' }) }
