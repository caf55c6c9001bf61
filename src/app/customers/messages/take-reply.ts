// Handles an incoming text message. STOP ends messages to that phone, START allows them again, and HELP gets a reply.
// Any other text is stored for the office, as a reply about the delivery of the last message to that phone.
import { CUSTOMER_WORDS } from '../../../domain/customer-words/of-language.ts'
import { requestInReply } from '../../../domain/messages/message.ts'
import { audit } from '../../../store/audit/audit.ts'
import { optIn, optOut } from '../../../store/messages/messages.ts'
import { insertReply, lastTextedDelivery, type TextedDelivery } from '../../../store/messages/replies.ts'
import { type App, makeContext } from '../../context.ts'
import { phoneNumber } from './phone-number.ts'

/** Maximum characters of a stored reply. Text messages are shorter. */
const MAX_CHARACTERS = 2_000
/** Period after a text message in which a reply refers to its delivery. */
const ANSWERS_MS = 14 * 24 * 60 * 60_000
/** Maximum stored replies per order, so that a phone that keeps sending can't fill the database. */
const MAX_REPLIES = 50

export interface TextReply {
  from: string
  text: string
  /** The provider's ID of the message. The provider may post the same message twice. */
  providerId: string
}

/** Returns the text of the reply, or null if none is sent. */
export async function takeReply(app: App, reply: TextReply): Promise<string | null> {
  const phone = phoneNumber(reply.from, null)
  if (!phone) return null
  const now = app.clock()
  const asked = requestInReply(reply.text)
  if (asked === 'stop' || asked === 'start') {
    await app.db.asSystem((tx) => (asked === 'stop' ? optOut(tx, phone, now) : optIn(tx, phone)))
    return null
  }
  const texted = await app.db.asSystem((tx) => lastTextedDelivery(tx, phone, new Date(now.getTime() - ANSWERS_MS)))
  if (asked === 'help') return helpReply(texted)
  if (texted && reply.text.trim() !== '') await storeReply(app, texted, reply)
  return null
}

/** The reply is in the language of the texts that the phone receives. */
function helpReply(texted: TextedDelivery | null): string {
  if (!texted) return `Texts about your delivery. ${CUSTOMER_WORDS.en.replyStop}`
  const { helpAbout, helpCall, replyStop } = CUSTOMER_WORDS[texted.language]
  return [
    helpAbout(texted.businessName),
    ...(texted.contactPhone ? [helpCall(texted.contactPhone)] : []),
    replyStop,
  ].join(' ')
}

async function storeReply(
  app: App,
  { businessId, timeZone, orderId }: TextedDelivery,
  reply: TextReply,
): Promise<void> {
  const actor = { kind: 'CUSTOMER' as const, id: null }
  const ctx = makeContext(app, { businessId, timeZone, actor, requestId: null, idempotency: null })
  const body = reply.text.replaceAll('\0', '').trim().slice(0, MAX_CHARACTERS)
  await ctx.write(async (tx) => {
    const kept = { replyId: ctx.newId(), orderId, body, providerId: reply.providerId }
    if (!(await insertReply(tx, kept, ctx.now, MAX_REPLIES))) return
    audit(tx, ctx, { action: 'order.replied', entity: 'order', entityId: orderId })
  })
}
