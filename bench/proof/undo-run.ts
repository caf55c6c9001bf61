// Races an undo against the end of the undo window. The first commit wins, and receivers may only get possible histories: no
// event, or the outcome and then its undoing.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeSettings } from '../../src/app/business/settings/change-settings.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { createCaller } from './caller.ts'
import { tomorrow } from './mixed-load.ts'
import { inProcess } from './in-process.ts'
import { seeded } from '../random.ts'
import { newShop } from './shops.ts'

export interface UndoResult {
  races: number
  /** Races that the undo won: no event was queued. */
  unsaid: number
  /** Races that the end of the undo window won: the outcome, then its undoing. */
  undone: number
  faults: string[]
}

const HOLD_SECONDS = 60
/** Number of races per route. */
const ROUND = 40

export async function undoRun(databaseUrl: string, races: number, seed: number): Promise<UndoResult> {
  let now = Date.now()
  const service = await inProcess(databaseUrl, { clock: () => new Date(now) })
  const random = seeded(seed)
  const result: UndoResult = { races: 0, unsaid: 0, undone: 0, faults: [] }
  try {
    while (result.races < races) await round(Math.min(ROUND, races - result.races))
    return result
  } finally {
    await service.close()
  }

  async function round(count: number): Promise<void> {
    const { businessId, apiKey } = await newShop(service.app)
    await changeSettings(service.app, businessId, { undoWindowSeconds: HOLD_SECONDS })
    const shop = createCaller([new URL(service.api).origin], apiKey, businessId)
    await shop.write('/webhooks/subscriptions', { url: 'https://hooks.example.com/undo' }, 201)
    // One stop more than races, so that the route stays open.
    const refs = Array.from({ length: count + 1 }, () => randomUUID())
    for (const [i, ref] of refs.entries()) await shop.write('/orders', orderBody(ref, i), 201)
    const built = await shop.write('/routes/build', { date: tomorrow(), external_refs: refs }, 201)
    const [route] = built.data.routes as { route_uuid: string; stops: { stop_uuid: string }[] }[]
    if (!route) throw new Error('no route was built')
    await shop.write(`/routes/${route.route_uuid}/dispatch`, undefined, 200)
    for (const [i, { stop_uuid }] of route.stops.slice(0, count).entries()) {
      const stop = `/routes/${route.route_uuid}/stops/${stop_uuid}`
      await shop.write(`${stop}/status`, { status: 'DELIVERED' }, 200)
      // Undo every fourth outcome 1 ms before its undo window ends, when there is nothing to settle yet.
      const inside = i % 4 === 0
      now += HOLD_SECONDS * 1000 - (inside ? 1 : 0)
      // Start two settlements, as in two processes, and the undo, each after a random delay of up to 8 ms.
      const delayed = async (work: () => Promise<unknown>) => {
        await sleep(random() * 8)
        await work()
      }
      const settleOnce = () => settleOutcomesJob.run(service.app)
      await Promise.all([
        delayed(settleOnce),
        delayed(settleOnce),
        delayed(() => shop.write(`${stop}/undo`, undefined, 200)),
      ])
      await judge(stop_uuid, inside)
    }
    result.faults.push(...shop.faults)
  }

  async function judge(stopId: string, inside: boolean): Promise<void> {
    const owed = await service.app.db.query<{ event: string }>(
      `select event from webhook_deliveries where stop_uuid = $1 and event not in ('stop.scheduled', 'stop.en_route') order by position`,
      [stopId],
    )
    const story = owed.map(({ event }) => event).join(', then ')
    result.races++
    if (story === '') result.unsaid++
    else if (story === 'stop.delivered, then stop.undone' && !inside) result.undone++
    else result.faults.push(`${stopId} was undone, but receivers got: ${story}`)
  }
}

const orderBody = (ref: string, i: number) => ({
  external_ref: ref,
  customer_name: 'Proof customer',
  address: { line1: `${i} Proof Street`, lat: 38.9 + i / 5_000, lng: -77.03 },
  delivery_date: tomorrow(),
  service_minutes: 0,
})
