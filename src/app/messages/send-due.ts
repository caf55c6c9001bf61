// Sends due messages, each at most once after an answer that never came. No transaction is open while a provider is asked.
import { afterAttempt, type SendResult, stillHolds } from '../../domain/messages/message.ts'
import {
  claimMessages,
  type ClaimedMessage,
  dueMessages,
  giveUpOnLost,
  optedOut,
  settleMessage,
} from '../../store/messages/messages.ts'
import type { App } from '../context.ts'
import { alone, apart } from '../health/failed-work.ts'
import { trackingUrl } from '../orders/order-wire.ts'
import { driverUrl } from '../routes/driver-link.ts'
import { phoneNumber } from './phone-number.ts'

const JOB = 'send-messages'
const BATCH = 20
/** Longer than any provider is waited for. */
const LEASE_MS = 120_000

/** True when there may be more. */
export async function sendDueMessages(app: App): Promise<boolean> {
  const now = app.clock()
  const due = await app.db.asSystem((tx) => dueMessages(tx, now, BATCH))
  const lost = due.filter((item) => item.lost)
  await apart(app, JOB, lost, async (some) => {
    await app.db.asSystem((tx) => giveUpOnLost(tx, some, now))
    return []
  })
  const waiting = due.filter((item) => !item.lost)
  const until = new Date(now.getTime() + LEASE_MS)
  const claimed = await apart(app, JOB, waiting, (some) => app.db.asSystem((tx) => claimMessages(tx, some, now, until)))
  const silent = await app.db.asSystem((tx) => optedOut(tx, claimed.flatMap(textedPhone)))
  await Promise.all(
    claimed.map((message) =>
      alone(app, JOB, { businessId: message.businessId, itemId: message.messageId }, async () => {
        const unwanted = whyNot(message, silent)
        const settled = unwanted
          ? { status: 'DROPPED' as const, dueAt: now, error: unwanted, providerId: null }
          : afterAttempt(await send(app, message), message.attempts, app.clock())
        await app.db.asSystem((tx) => settleMessage(tx, message, settled, app.clock()))
      }),
    ),
  )
  return due.length === BATCH
}

/** Why a pending message is not to be sent any more. */
function whyNot(message: ClaimedMessage, silent: ReadonlySet<string>): string | null {
  if (textedPhone(message).some((phone) => silent.has(phone))) return 'The recipient answered STOP.'
  const { kind, order } = message
  if (!order) return null
  if (!order.agrees) return 'The customer no longer agrees to messages.'
  return stillHolds(kind, order) ? null : 'It was no longer true when it was due.'
}

const textedPhone = ({ channel, recipient, timeZone }: ClaimedMessage): string[] => {
  const phone = channel === 'SMS' ? phoneNumber(recipient, timeZone) : null
  return phone ? [phone] : []
}

async function send(app: App, message: ClaimedMessage): Promise<SendResult> {
  const provider = message.channel === 'SMS' ? app.sms : app.email
  if (provider.name === 'log') return { kind: 'logged' }
  let text: string | null
  try {
    text = withLinks(app, message)
  } catch (error) {
    // A fault of ours, such as a changed APP_SECRET: nothing has gone out.
    app.log.error({ err: error, message_uuid: message.messageId }, 'the links of a message could not be made')
    return { kind: 'not_sent', error: 'Its links could not be made.' }
  }
  if (text === null) return { kind: 'refused', error: "The route's link has ended." }
  if (message.channel === 'EMAIL')
    return app.email.send({ to: message.recipient, subject: `Your delivery from ${message.businessName}`, text })
  const [to] = textedPhone(message)
  return to ? app.sms.send({ to, text }) : { kind: 'refused', error: 'The recipient is not a phone number.' }
}

/** The text with its links, which exist only on their way out; null when the driver's link is no more. */
function withLinks(app: App, { body, orderId, routeId, linkNonce }: ClaimedMessage): string | null {
  const tracked = orderId ? body.replaceAll('{tracking_link}', () => trackingUrl(orderId, app)) : body
  if (!tracked.includes('{driver_link}')) return tracked
  return routeId && linkNonce ? tracked.replaceAll('{driver_link}', () => driverUrl(app, routeId, linkNonce)) : null
}
