// Sends due messages. If a provider gives no response, its message is not sent again. No transaction is open during a
// provider call.
import { afterAttempt, isDriverText, isStillTrue, type SendResult } from '../../../domain/messages/message.ts'
import { fillPlaceholders } from '../../../domain/messages/message-text.ts'
import { CUSTOMER_WORDS } from '../../../domain/customer-words/of-language.ts'
import { costOf } from '../../../domain/messages/price.ts'
import { timeoutLongerThan } from '../../../domain/outlasting.ts'
import {
  claimMessages,
  type ClaimedMessage,
  dueMessages,
  failLostMessages,
  insertMessages,
  optedOut,
  settleMessage,
} from '../../../store/messages/messages.ts'
import type { App } from '../../context.ts'
import { runRecordingFailure, isolateFailures } from '../../operations/health/failed-work.ts'
import { MAX_SEND_MS } from '../../ports/messages.ts'
import { mailOf } from './mail.ts'
import { type Links, linksOf, valuesOf } from './message-words.ts'
import { phoneNumber } from './phone-number.ts'

const JOB = 'send-messages'
const BATCH = 20
const LEASE_MS = timeoutLongerThan(120_000, MAX_SEND_MS, 'the lease of a message')

/** Returns true if more messages may be due. */
export async function sendDueMessages(app: App): Promise<boolean> {
  const now = app.clock()
  const due = await app.db.asSystem((tx) => dueMessages(tx, now, BATCH, app.simulatedBusinessId))
  const lost = due.filter((item) => item.lost)
  await isolateFailures(app, JOB, lost, async (some) => {
    await app.db.asSystem((tx) => failLostMessages(tx, some, now))
    return []
  })
  const waiting = due.filter((item) => !item.lost)
  const until = new Date(now.getTime() + LEASE_MS)
  const claimed = await isolateFailures(app, JOB, waiting, (some) =>
    app.db.asSystem((tx) => claimMessages(tx, some, now, until)),
  )
  const silent = await app.db.asSystem((tx) => optedOut(tx, claimed.flatMap(textedPhone)))
  await Promise.all(
    claimed.map((message) =>
      runRecordingFailure(app, JOB, { businessId: message.businessId, itemId: message.messageId }, async () => {
        const unwanted = sendObstacle(message, silent)
        const settled = unwanted
          ? { status: 'DROPPED' as const, dueAt: now, error: unwanted, providerId: null }
          : await sendMessage(app, message)
        if (settled.status === 'DROPPED' || settled.status === 'FAILED') await mailInstead(app, message, unwanted)
        await app.db.asSystem((tx) => settleMessage(tx, message, settled, app.clock()))
      }),
    ),
  )
  return due.length === BATCH
}

/** Emails a customer whom this text message can't reach, if the business uses only one channel. */
async function mailInstead(app: App, message: ClaimedMessage, unwanted: string | null): Promise<void> {
  const { channel, order, orderId, routeId, kind, business } = message
  if (channel !== 'SMS' || isDriverText(kind) || !order?.mailInstead || (unwanted !== null && unwanted !== SAID_STOP))
    return
  const now = app.clock()
  // `insertMessages` skips a kind that is sent once per order and route if its email exists already.
  const { replyStop } = CUSTOMER_WORDS[order.language ?? business.language]
  const body = message.body.endsWith(` ${replyStop}`) ? message.body.slice(0, -replyStop.length - 1) : message.body
  const mail = { messageId: app.newId(), channel: 'EMAIL' as const, recipient: order.mailInstead, driverId: null }
  await app.db.asBusiness(message.businessId, async (tx) =>
    insertMessages(tx, [{ ...mail, kind, body, orderId, routeId, dueAt: now }], now),
  )
  app.wake(JOB)
}

const SAID_STOP = 'The recipient answered STOP.'

/** Returns why a pending message must not be sent any more. Null if it must be sent. */
function sendObstacle(message: ClaimedMessage, silent: ReadonlySet<string>): string | null {
  if (textedPhone(message).some((phone) => silent.has(phone))) return SAID_STOP
  const { kind, order } = message
  if (!order) return null
  if (!order.agrees) return 'The customer no longer agrees to messages.'
  return isStillTrue(kind, order) ? null : 'It was no longer true when it was due.'
}

const textedPhone = ({ channel, recipient, business }: ClaimedMessage): string[] => {
  const phone = channel === 'SMS' ? phoneNumber(recipient, business) : null
  return phone ? [phone] : []
}

async function sendMessage(app: App, message: ClaimedMessage) {
  const values = valuesOf(message, app.clock())
  const result = await sendByChannel(app, message, values)
  const settled = afterAttempt(result, message.attempts, app.clock())
  // Keep the placeholders in a message that will be retried, because the order may change before the retry.
  if (settled.status === 'PENDING') return settled
  const { segments, price } = result.kind === 'sent' ? result : {}
  const [textedTo] = result.kind === 'sent' ? textedPhone(message) : []
  return { ...settled, segments, price, textedTo, body: fillPlaceholders(message.body, values) }
}

async function sendByChannel(
  app: App,
  message: ClaimedMessage,
  values: Readonly<Record<string, string>>,
): Promise<SendResult> {
  const provider = message.channel === 'SMS' ? app.sms : app.email
  if (provider.name === 'log') return { kind: 'logged' }
  let links: Links | null
  try {
    links = linksOf(app, message)
  } catch (error) {
    // The server's own configuration is at fault, for example a changed APP_SECRET. Nothing was sent.
    app.log.error({ err: error, message_uuid: message.messageId }, 'the links of a message could not be made')
    return { kind: 'not_sent', error: 'Its links could not be made.' }
  }
  if (links === null) return { kind: 'refused', error: "The driver's link has ended." }
  const text = fillPlaceholders(message.body, { ...values, ...links.values })
  if (message.business.isTest) return { kind: 'logged', why: 'Not sent: this is test data.' }
  if (message.channel === 'EMAIL') return app.email.send(mailOf(app, message, text, values, links))
  const [to] = textedPhone(message)
  if (!to) return { kind: 'refused', error: 'The recipient is not a phone number.' }
  const result = await app.sms.send({ to, text })
  return result.kind === 'sent' ? { ...result, ...costOf(result, text, message.business) } : result
}
