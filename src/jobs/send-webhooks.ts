// Sends the webhooks that are due.
import { sendDue } from '../app/integrations/webhooks/send-due.ts'
import type { Job } from './runner.ts'

export const sendWebhooksJob: Job = {
  name: 'webhooks',
  everyMs: 1_000,
  run: async (app, stopping) => {
    await sendDue(app, stopping)
    return false
  },
}
