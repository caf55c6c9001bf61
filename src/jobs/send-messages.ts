// Sends due texts and emails.
import { sendDueMessages } from '../app/customers/messages/send-due.ts'
import type { Job } from './runner.ts'

export const sendMessagesJob: Job = { name: 'send-messages', everyMs: 2_000, run: sendDueMessages }
