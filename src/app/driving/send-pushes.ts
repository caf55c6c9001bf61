// Sends due notifications to drivers' phones. No transaction is open during a call to a push service.
import { DRIVER_WORDS } from '../../domain/driver-words/of-language.ts'
import { clock, dayInWords } from '../../domain/driver-words/times.ts'
import { timeoutLongerThan } from '../../domain/outlasting.ts'
import {
  type AfterPush,
  afterPush,
  NEWS_TTL_SECONDS,
  isNotificationCurrent,
} from '../../domain/routes/driver-notifications.ts'
import { isRunning } from '../../domain/routes/route.ts'
import { type ClaimedPush, claimPushes, duePushes, endPush, postponePush } from '../../store/fleet/driver-pushes.ts'
import { dropSubscription } from '../../store/fleet/push-subscriptions.ts'
import type { WorkItem } from '../../store/jobs/failed-work.ts'
import { calendarOf } from '../calendar.ts'
import type { App } from '../context.ts'
import { runRecordingFailure } from '../operations/health/failed-work.ts'
import { MAX_POST_MS } from '../ports/webhook-post.ts'
import { driverPath } from '../routes/driver-link.ts'
import { driverPagePath } from './driver-page-link.ts'
import { pushKey } from './push-key.ts'

const JOB = 'send-pushes'
const BATCH = 50
/** Maximum pushes that are claimed together for one phone. They are sent one after the other. */
const PUSHES_AT_ONCE = 5
const LEASE_MS = timeoutLongerThan(60_000, PUSHES_AT_ONCE * MAX_POST_MS, 'the lease of a push')

/** Returns true if more pushes may be due. */
export async function sendDuePushes(app: App): Promise<boolean> {
  const now = app.clock()
  const phones = await app.db.asSystem((tx) => duePushes(tx, now, BATCH))
  if (phones.length === 0) return false
  await Promise.all(phones.map((phone) => runRecordingFailure(app, JOB, phone, () => sendTo(app, phone))))
  return phones.length === BATCH
}

async function sendTo(app: App, { businessId, itemId: subscriptionId }: WorkItem): Promise<void> {
  const now = app.clock()
  const lease = { token: app.newId(), now, until: new Date(now.getTime() + LEASE_MS) }
  const claimed = await app.db.asBusiness(businessId, (tx) => claimPushes(tx, subscriptionId, lease, PUSHES_AT_ONCE))
  for (const push of claimed) {
    const { route, driverId } = push
    const isTheirs = route.driverId === driverId && isRunning(route.status)
    const after: AfterPush =
      !push.isTest && isNotificationCurrent(push.news, isTheirs) ? await send(app, push) : { kind: 'done' }
    await app.db.asBusiness(businessId, async (tx) => {
      if (after.kind === 'unsubscribed') await dropSubscription(tx, subscriptionId)
      else if (after.kind === 'retry') await postponePush(tx, push, lease.token, after.at)
      else await endPush(tx, push, lease.token)
    })
    if (after.kind === 'unsubscribed') return
  }
}

async function send(app: App, push: ClaimedPush): Promise<AfterPush> {
  const message = {
    text: JSON.stringify(notificationContent(app, push)),
    topic: topicOf(push),
    ttlSeconds: NEWS_TTL_SECONDS,
  }
  const statusCode = await app.push.send(push, message, await pushKey(app), app.publicUrl)
  const after = afterPush(statusCode, push.attempts, app.clock())
  if (after.kind === 'given_up')
    app.log.warn({ driver_uuid: push.driverId, statusCode }, 'a driver could not be notified')
  return after
}

/** Content of the notification that the page's service worker shows. It names no customers. */
function notificationContent(app: App, { news, route, language, timeZone, homeId, routeId }: ClaimedPush) {
  const words = DRIVER_WORDS[language]
  const { title, left } = words.home.news
  const isNext = news !== 'TAKEN' && route.status === 'DISPATCHED' && route.plannedStart !== null
  const day = route.day === calendarOf(timeZone).dayOf(app.clock()) ? null : dayInWords(words, route.day)
  const facts = [
    route.name,
    news === 'TAKEN' ? null : route.status === 'DISPATCHED' ? words.stops(route.stops) : left(words.stops(route.stops)),
    day,
    isNext ? words.home.starts(clock(words, route.plannedStart ?? '', timeZone)) : null,
  ]
  const path =
    news !== 'TAKEN' && route.linkNonce ? driverPath(app, routeId, route.linkNonce) : driverPagePath(app, homeId)
  return { title: title[news], body: facts.filter(Boolean).join(' · '), lang: language, tag: routeId, path }
}

/**
 * Topic of the route in the format of push services. A newer message with the same topic replaces one that a phone has
 * not received yet.
 */
const topicOf = ({ routeId }: ClaimedPush): string =>
  Buffer.from(routeId.replaceAll('-', ''), 'hex').toString('base64url')
