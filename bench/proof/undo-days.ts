// Creates random days for the proof of Undo: several depots and vehicles, some with reloads, locks, sent routes, and
// drivers on the road.
import { randomUUID } from 'node:crypto'
import type { App } from '../../src/app/context.ts'
import { createBusiness } from '../../src/app/business/create-business.ts'
import { createDepot } from '../../src/app/fleet/create-depot.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { createVehicle } from '../../src/app/fleet/create-vehicle.ts'
import type { DayOut } from '../../src/contract/day.ts'
import { addDriver } from '../../test/helpers/fleet.ts'
import { type Office, signedIn } from '../../test/helpers/office.ts'

export interface UndoDay {
  businessId: string
  office: Office
  /** Office session of another dispatcher. */
  other: Office
  /** Calls the API with a key. */
  api: (path: string, body?: unknown) => Promise<{ status: number; data: Record<string, unknown> }>
  date: string
  nextDate: string
  driverIds: string[]
  random: () => number
  read: () => Promise<DayOut>
}

export const pick = <T>(random: () => number, items: readonly T[]): T | undefined =>
  items[Math.floor(random() * items.length)]

export const some = <T>(random: () => number, items: readonly T[], share: number): T[] =>
  items.filter(() => random() < share)

const dayText = (at: Date): string => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'short' }).format(at)
  const [month = '', day = '', year = ''] = parts.split('/')
  return `${month.padStart(2, '0')}/${day.padStart(2, '0')}/20${year}`
}

/** Creates a planned day with some routes sent and some running. */
export async function randomDay(
  service: { app: App; url: string },
  now: () => Date,
  random: () => number,
): Promise<UndoDay> {
  const { app, url } = service
  const { businessId } = await createBusiness(app, { name: 'Proof business', timeZone: 'America/New_York' })
  const { apiKey } = await createKey(app, { businessId, name: 'proof' })
  const driverIds = await addFleet(app, businessId, random)
  const date = dayText(now())
  const nextDate = dayText(new Date(now().getTime() + 86_400_000))
  const [office, other] = [await signedIn(service, businessId), await signedIn(service, businessId)]
  const api: UndoDay['api'] = async (path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'idempotency-key': randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data?: Record<string, unknown> }
    return { status: response.status, data: answer.data ?? {} }
  }
  const read = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data
  const day: UndoDay = { businessId, office, other, api, date, nextDate, driverIds, random, read }
  for (let i = 5 + Math.floor(random() * 9); i > 0; i--) await api('/orders', orderOf(day, date))
  for (let i = 2; i > 0; i--) await api('/orders', orderOf(day, nextDate))
  await api('/routes/build', { date, options: { balance: 'STOPS', seed: 1 } })
  await api('/orders', orderOf(day, date))
  await beginDay(day)
  return day
}

async function addFleet(app: App, businessId: string, random: () => number): Promise<string[]> {
  const { depotId } = await createDepot(app, businessId, { name: 'North', address: null, lat: 38.9, lng: -77.03 })
  const { depotId: second } = await createDepot(app, businessId, {
    name: 'South',
    address: null,
    lat: 38.84,
    lng: -77,
  })
  const driverIds: string[] = []
  for (const name of ['Driver A', 'Driver B', 'Driver C']) driverIds.push(await addDriver(app, businessId, null, name))
  for (const [i, name] of ['Van A', 'Van B', 'Van C', 'Van D'].entries())
    await createVehicle(app, businessId, {
      name,
      capacityLbs: 120,
      temperatureClasses: ['DRY'],
      shiftStart: '06:00',
      shiftEnd: '21:00',
      maxStops: i < 3 ? 6 : null,
      driverId: driverIds[i] ?? null,
      depotId: random() < 0.3 ? second : depotId,
      rules: random() < 0.6 ? { reloadMinutes: 15, maxReloads: 3 } : null,
    })
  return driverIds
}

function orderOf({ random }: Pick<UndoDay, 'random'>, date: string): Record<string, unknown> {
  const windowed = random() < 0.3
  return {
    external_ref: `P-${randomUUID()}`,
    customer_name: 'Proof customer',
    address: {
      line1: `${Math.floor(random() * 900)} Proof Street`,
      lat: 38.82 + random() * 0.14,
      lng: -77.1 + random() * 0.14,
    },
    delivery_date: date,
    load_weight_lbs: Math.ceil(random() * 50),
    ...(windowed && { window_start: '08:00', window_end: '20:00' }),
    ...(random() < 0.2 && { service_minutes: 12 }),
  }
}

export const anotherOrder = async (day: UndoDay): Promise<string> =>
  (await day.api('/orders', orderOf(day, day.date))).data['order_uuid'] as string

/** Locks stops, sends routes, and drives a part of them. */
async function beginDay(day: UndoDay): Promise<void> {
  const { random, office, api } = day
  for (const { route_uuid, stops } of (await day.read()).routes) {
    const locked = some(random, stops, 0.15).map(({ stop_uuid }) => stop_uuid)
    if (locked.length > 0) await office.post(`/routes/${route_uuid}/lock`, { stop_uuids: locked, locked: true })
    if (random() < 0.5) continue
    await api(`/routes/${route_uuid}/dispatch`)
    if (random() < 0.5) continue
    await api(`/routes/${route_uuid}/start`)
    for (let done = Math.floor(random() * 3); done > 0; done--) await tap(day, route_uuid)
  }
}

/** Records the next stop's outcome as the driver of a route. */
export async function tap(day: UndoDay, routeId: string): Promise<void> {
  const route = (await day.read()).routes.find(({ route_uuid }) => route_uuid === routeId)
  const next = route?.stops.find(({ status }) => !['DELIVERED', 'FAILED', 'SKIPPED'].includes(status))
  if (next) await day.api(`/routes/${routeId}/stops/${next.stop_uuid}/status`, { status: 'DELIVERED' })
}
