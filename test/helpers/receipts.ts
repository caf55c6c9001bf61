// A day with driven stops and receipts, for tests that read, check or show receipts.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ReceiptOut } from '../../src/contract/receipts.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { sealReceiptsJob } from '../../src/jobs/seal-receipts.ts'
import type { TestClock } from './clock.ts'
import { driverToken } from './links.ts'
import { dispatchedRoute } from './routes.ts'
import type { Answer, Client, Service } from './service.ts'

export const DOOR = { lat: 38.9126, lng: -77.0286, accuracy_meters: 12 }

/** A business with a route in progress, and its driver's phone. */
export async function onTheRoad(service: Service, clock: TestClock, count: number) {
  const made = await dispatchedRoute(service, count)
  const token = await driverToken(service, made.shop.businessId, made.route.route_uuid)
  const tap = async (tapped: Record<string, unknown>): Promise<void> => {
    clock.advance(60)
    const answer = await fetch(`${service.url}/d/${token}/taps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ at: clock.now().toISOString(), ...tapped }),
    })
    assert.equal(answer.status, 200, await answer.text())
  }
  const outcome = (index: number, members: Record<string, unknown> = {}): Promise<void> =>
    tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stopOf(made.route, index), ...DOOR, ...members })
  const settle = async (): Promise<void> => {
    clock.advance(121)
    while (await settleOutcomesJob.run(service.app));
    while (await sealReceiptsJob.run(service.app));
  }
  return { ...made, token, tap, outcome, settle }
}

export const stopOf = (route: RouteWithStops, index: number): string => {
  const stop = route.stops[index]
  assert.ok(stop)
  return stop.stop_uuid
}

export const pathOf = (route: RouteWithStops, index: number): string =>
  `/routes/${route.route_uuid}/stops/${stopOf(route, index)}`

/** The receipt chain of the business, read page by page. */
export async function receiptsOf(shop: Client, query = ''): Promise<ReceiptOut[]> {
  const found: ReceiptOut[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body }: Answer<ReceiptOut[]> = await shop.get<ReceiptOut[]>(
      `/receipts?limit=2${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    assert.equal(status, 200, body.message)
    found.push(...body.data)
    cursor = body.next_cursor
  }
  return found
}

export const fileOf = (receipts: readonly Pick<ReceiptOut, 'file'>[]): Buffer =>
  Buffer.from(receipts.map(({ file }) => `${file}\n`).join(''))
