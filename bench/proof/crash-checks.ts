// Invariants that must hold after any number of crashes. Each fault is a sentence.
import { setTimeout as sleep } from 'node:timers/promises'
import { receiptLine } from '../../src/app/customers/receipts/read-receipts.ts'
import { checkFile } from '../../src/app/customers/receipts/verify-receipts.ts'
import { receiptPage } from '../../src/store/receipts/receipts.ts'
import type { Database } from '../../src/store/database.ts'
import { historyFaults } from './history-faults.ts'
import type { Worker } from './mixed-load.ts'
import type { ProofReceiver } from './receiver.ts'

/** The database to check. */
interface CheckedApp {
  db: Database
}

const PATIENCE_MS = 60_000

/** Checks all invariants for all work of the workers. Returns the faults. */
export async function consistencyFaults(
  app: CheckedApp,
  workers: readonly Worker[],
  receiver: ProofReceiver,
): Promise<{ faults: string[]; deliveries: number }> {
  const faults = (await waitUntilSettled(app)) ? [] : ['some work stays pending']
  let deliveries = 0
  for (const worker of workers) {
    const events = await eventFaults(app, worker, receiver)
    deliveries += events.deliveries
    faults.push(...events.faults, ...(await acknowledgedFaults(app, worker)))
    faults.push(...(await receiptFaults(app, worker)))
    faults.push(...(await historyFaults(app, worker.caller.businessId)))
  }
  return { faults, deliveries }
}

/** Waits until nothing is pending. Returns false after the time limit. */
export async function waitUntilSettled(app: CheckedApp): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const [{ owed } = { owed: 1 }] = await app.db.query<{ owed: number }>(
      `select ((select count(*) from webhook_deliveries where next_attempt_at is not null)
            + (select count(*) from stops where settles_at is not null)
            + (select count(*) from receipts where sequence is null))::int as owed`,
      [],
    )
    if (owed === 0) return true
    await sleep(100)
  }
  return false
}

/** Each acknowledged write must exist exactly once, and its repetition must return the same response. */
export async function acknowledgedFaults(app: CheckedApp, { caller, expected }: Worker): Promise<string[]> {
  const faults = [...caller.faults]
  for (const write of caller.acknowledged) {
    const { status, answer, replayed } = await caller.again(write)
    if (!replayed) faults.push(`POST ${write.path} was acknowledged, but its key has no stored response`)
    else if (status !== write.status || answer !== write.answer) faults.push(`POST ${write.path} replays differently`)
  }
  const orders = await app.db.query<{ externalRef: string; status: string }>(
    'select external_ref, status from orders where business_uuid = $1',
    [caller.businessId],
  )
  const there = new Map(orders.map((row) => [row.externalRef, row.status]))
  for (const [ref, status] of expected.orders)
    if (there.get(ref) !== status) faults.push(`order ${ref} is ${there.get(ref) ?? 'lost'} and not ${status}`)
  if (there.size !== expected.orders.size) faults.push(`${there.size} orders and not ${expected.orders.size}`)
  const [{ routes } = { routes: 0 }] = await app.db.query<{ routes: number }>(
    'select count(*)::int as routes from routes where business_uuid = $1',
    [caller.businessId],
  )
  if (routes !== expected.routes) faults.push(`${routes} routes and not ${expected.routes}`)
  return faults
}

/**
 * Each settled outcome must have a receipt with the same content, there must be no other receipts, and they must form a
 * chain.
 */
export async function receiptFaults(app: CheckedApp, { caller: { businessId } }: Worker): Promise<string[]> {
  const wrong = await app.db.query<{ stopId: string; status: string; said: string | null }>(
    `select stop_uuid, s.status, r.said from (
       select stop_uuid, status from stops
       where business_uuid = $1 and settles_at is null and status in ('DELIVERED', 'FAILED')) s
     full join (
       select distinct on (stop_uuid) stop_uuid, content::jsonb ->> 'outcome' as said from receipts
       where business_uuid = $1 order by stop_uuid, sequence desc) r using (stop_uuid)
     where s.status is distinct from r.said and coalesce(r.said, '') not in ('UNDONE', 'SKIPPED')`,
    [businessId],
  )
  const chain = await app.db.asBusiness(businessId, (tx) => receiptPage(tx, {}, 1_000_000))
  const lines = chain.map((receipt) => receiptLine(receipt, receipt.disclosed ?? {}))
  return [
    ...wrong.map(({ stopId, status, said }) => `stop ${stopId} is ${status} and its receipt says ${said ?? 'nothing'}`),
    ...(lines.length > 0 ? checkFile(Buffer.from(lines.join('\n')), null).faults : []),
  ]
}

/** Returns the names of the fields in which the contents differ. */
function differingFields(contents: ReadonlySet<string>): string {
  const [first = {}, ...others] = [...contents].map((content) => JSON.parse(content) as Record<string, unknown>)
  const names = [...new Set([first, ...others].flatMap(Object.keys))]
  return names
    .filter((name) => others.some((other) => JSON.stringify(other[name]) !== JSON.stringify(first[name])))
    .join(', ')
}

/**
 * Each event must be queued once per effect, and the receiver must have got each delivery, always with the same
 * content.
 */
export async function eventFaults(
  app: CheckedApp,
  { caller, expected }: Worker,
  receiver: ProofReceiver,
): Promise<{ faults: string[]; deliveries: number }> {
  const faults: string[] = []
  const rows = await app.db.query<{ deliveryId: string; event: string; about: string; status: string }>(
    `select delivery_id, event, coalesce(stop_uuid, route_uuid, order_uuid)::text as about, status
     from webhook_deliveries where business_uuid = $1`,
    [caller.businessId],
  )
  const counts = new Map<string, number>()
  const effects = new Set<string>()
  for (const { deliveryId, event, about, status } of rows) {
    counts.set(event, (counts.get(event) ?? 0) + 1)
    if (effects.has(`${event} ${about}`)) faults.push(`${event} of ${about} is queued twice`)
    effects.add(`${event} ${about}`)
    if (status !== 'DELIVERED') faults.push(`${event} of ${about} is ${status}`)
    const contents = receiver.seen.get(deliveryId)
    if (!contents) faults.push(`${event} of ${about} was never received`)
    else if (contents.size > 1)
      faults.push(`${event} of ${about} was sent again with another ${differingFields(contents)}`)
  }
  for (const event of new Set([...expected.events.keys(), ...counts.keys()]))
    if (counts.get(event) !== expected.events.get(event))
      faults.push(`${event} is queued ${counts.get(event) ?? 0} times and not ${expected.events.get(event) ?? 0}`)
  return { faults, deliveries: rows.length }
}
