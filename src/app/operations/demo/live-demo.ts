// Brings the demo to life with four weeks of past deliveries and with today's vans under way. The simulation of test
// days does all driving. The demo's business is entirely fictional.
import { setTimeout as sleep } from 'node:timers/promises'
import { OrderBody } from '../../../contract/order.ts'
import { findOrder } from '../../../store/orders/orders.ts'
import { findTestDay } from '../../../store/test-days/test-days.ts'
import { type App, type Context, makeContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { putOrder } from '../../orders/put-order.ts'
import { buildRoutes } from '../../planning/build/build-routes.ts'
import { beginTestDay } from '../test-days/start-test-day.ts'
import { DEMO_BUSINESS, demoOrders } from './demo-content.ts'

/** On past days, only every third order of the demo is created and delivered. */
const EVERY = 3
const LIVE_SPEED = 60
const LOOK_AGAIN_MS = 200
const SHARES = { failed_share: 0.06, late_share: 0.15, offline_share: 0.05, undone_share: 0.04 }

/**
 * Drives the demo. Needs a process that runs jobs. Returns when today's simulation has begun, or when `stop` aborts.
 */
export async function driveLiveDemo(app: App, businessId: string, stop: AbortSignal, daysBefore = 28): Promise<void> {
  const now = contextAt(app, businessId, app.clock)
  const today = now.calendar.dayOf(now.now)
  await planDay(app, businessId, today)
  for (let before = daysBefore; before > 0 && !stop.aborted; before--) {
    const day = now.calendar.addDays(today, -before)
    if (isWeekend(day) || (await hasDay(now, day))) continue
    const morning = morningOf(app, businessId, day)
    const some = demoOrders(day).filter((_, i) => (i + before) % EVERY === 0)
    for (const order of some) await putOrder(morning, OrderBody.parse(order))
    await planDay(app, businessId, day)
    await driveDay(now, day, null, stop)
  }
  if (!stop.aborted) await beginDay(now, today, LIVE_SPEED)
}

async function driveDay(ctx: Context, day: string, speed: null, stop: AbortSignal): Promise<void> {
  const testDayId = await beginDay(ctx, day, speed)
  if (testDayId === null) return
  while (!stop.aborted && (await ctx.read((tx) => findTestDay(tx, testDayId)))?.endedAt === null)
    await sleep(LOOK_AGAIN_MS)
}

/**
 * Begins a simulated day and returns its ID. Null if the simulation is refused: no route of the day is left to drive,
 * or another day is still running, for example since before a restart.
 */
async function beginDay(ctx: Context, day: string, speed: typeof LIVE_SPEED | null): Promise<string | null> {
  const fresh = contextAt(ctx, ctx.businessId, ctx.clock)
  const seed = Number(day.replaceAll('-', ''))
  try {
    return await fresh.write((tx) => beginTestDay(fresh, tx, { date: day, seed, speed, ...SHARES }))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Builds the routes of the day with the clock set to its morning. If the build is refused, the day stays unplanned. */
async function planDay(app: App, businessId: string, day: string): Promise<void> {
  try {
    const options = { time_limit_seconds: 1, seed: 1 }
    await buildRoutes(morningOf(app, businessId, day), { date: day, options })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

const hasDay = async (ctx: Context, day: string): Promise<boolean> => {
  const refs = demoOrders(day).map(({ external_ref: ref }) => String(ref))
  return ctx.read(async (tx) => {
    for (const ref of refs.slice(0, EVERY)) if (await findOrder(tx, ref)) return true
    return false
  })
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())

function morningOf(app: App, businessId: string, day: string): Context {
  const at = contextAt(app, businessId, app.clock).calendar.instantOf(day, '06:00')
  return contextAt(app, businessId, () => at)
}

const contextAt = (app: App, businessId: string, clock: App['clock']): Context =>
  makeContext(
    { ...app, clock },
    {
      businessId,
      timeZone: DEMO_BUSINESS.timeZone,
      actor: { kind: 'OPERATOR', id: null },
      requestId: null,
      idempotency: null,
    },
  )
