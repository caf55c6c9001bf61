// A text sent to us: STOP ends texts to that phone, START allows them again, HELP is answered, and all else is a message to
// the office about the delivery that the phone was texted of last.
import { CUSTOMER_WORDS } from '../../../domain/customer-words/of-language.ts'
import { replyAsks } from '../../../domain/messages/message.ts'
import { audit } from '../../../store/audit/audit.ts'
import { optIn, optOut } from '../../../store/messages/messages.ts'
import { insertReply, lastTexted, type Texted } from '../../../store/messages/replies.ts'
import { type App, makeContext } from '../../context.ts'
import { phoneNumber } from './phone-number.ts'

/** Longer than any text. */
const MAX_CHARACTERS = 2_000
/** How long after a text a reply is about it. */
const ANSWERS_MS = 14 * 24 * 60 * 60_000
/** For one order: a phone that sends without end fills nothing. */
const MAX_REPLIES = 50

export interface TextReply {
  from: string
  text: string
  /** The provider's id of the text: it may post one twice. */
  providerId: string
}

/** What is answered by text, if anything is. */
export async function takeReply(app: App, reply: TextReply): Promise<string | null> {
  const phone = phoneNumber(reply.from, null)
  if (!phone) return null
  const now = app.clock()
  const asked = replyAsks(reply.text)
  if (asked === 'stop' || asked === 'start') {
    await app.db.asSystem((tx) => (asked === 'stop' ? optOut(tx, phone, now) : optIn(tx, phone)))
    return null
  }
  const texted = await app.db.asSystem((tx) => lastTexted(tx, phone, new Date(now.getTime() - ANSWERS_MS)))
  if (asked === 'help') return helpFrom(texted)
  if (texted && reply.text.trim() !== '') await pass(app, texted, reply)
  return null
}

/** In the language of the texts that the phone gets. */
function helpFrom(texted: Texted | null): string {
  if (!texted) return `Texts about your delivery. ${CUSTOMER_WORDS.en.replyStop}`
  const { helpAbout, helpCall, replyStop } = CUSTOMER_WORDS[texted.language]
  return [
    helpAbout(texted.businessName),
    ...(texted.contactPhone ? [helpCall(texted.contactPhone)] : []),
    replyStop,
  ].join(' ')
}

async function pass(app: App, { businessId, timeZone, orderId }: Texted, reply: TextReply): Promise<void> {
  const actor = { kind: 'CUSTOMER' as const, id: null }
  const ctx = makeContext(app, { businessId, timeZone, actor, requestId: null, idempotency: null })
  const body = reply.text.replaceAll('\0', '').trim().slice(0, MAX_CHARACTERS)
  await ctx.write(async (tx) => {
    const kept = { replyId: ctx.newId(), orderId, body, providerId: reply.providerId }
    if (!(await insertReply(tx, kept, ctx.now, MAX_REPLIES))) return
    audit(tx, ctx, { action: 'order.replied', entity: 'order', entityId: orderId })
  })
}
