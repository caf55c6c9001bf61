// A text sent to us: STOP ends texts to that phone, START allows them again.
import { replyAsks } from '../../domain/messages/message.ts'
import { optIn, optOut } from '../../store/messages/messages.ts'
import type { App } from '../context.ts'
import { phoneNumber } from './phone-number.ts'

export async function takeReply(app: App, reply: { from: string; text: string }): Promise<void> {
  const phone = phoneNumber(reply.from, null)
  const asked = replyAsks(reply.text)
  if (!phone || !asked) return
  await app.db.asSystem((tx) => (asked === 'stop' ? optOut(tx, phone, app.clock()) : optIn(tx, phone)))
}
