// Checks Undo and Redo of every office action on random days. After Undo, the whole day must equal the day before the action,
// and after Redo the day after it, except for versions and timestamps. If something else changed in between, Undo must
// either be refused without changes, or leave a consistent day.
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { UndoneOut, UndoStepsOut } from '../../src/contract/office/undo.ts'
import { seeded } from '../random.ts'
import { inProcess } from './in-process.ts'
import { UNDO_ACTIONS } from './undo-actions.ts'
import { pick, randomDay, tap, type UndoDay } from './undo-days.ts'

export interface UndoStepsResult {
  days: number
  /** Number of times that each action was done, including those with a change in between. */
  done: Record<string, number>
  /** Number of times that each action was done, undone and redone. */
  actions: Record<string, number>
  /** Number of undos after a change in between, and of those that were refused. */
  between: number
  refused: number
  faults: string[]
}

const ACTIONS_A_DAY = 8
/** 9:00 in New York. */
const START = new Date('2027-03-10T14:00:00Z')

/** Runs `days` days, then up to `mostDays` until each action of `names` was done. */
export async function undoStepsRun(
  databaseUrl: string,
  days: number,
  seed: number,
  { names = Object.keys(UNDO_ACTIONS), mostDays = days }: { names?: readonly string[]; mostDays?: number } = {},
): Promise<UndoStepsResult> {
  const clock = { now: START.getTime() }
  const service = await inProcess(databaseUrl, { clock: () => new Date(clock.now) })
  const url = new URL(service.api).origin
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const random = seeded(seed)
  const result: UndoStepsResult = { days: 0, done: {}, actions: {}, between: 0, refused: 0, faults: [] }
  const proof: Proof = { database, url, random, names, result, clock }
  try {
    for (; result.days < days || (result.days < mostDays && names.some((name) => !result.done[name])); result.days++) {
      clock.now = START.getTime()
      const day = await randomDay({ app: service.app, url }, () => new Date(clock.now), random)
      for (let i = 0; i < ACTIONS_A_DAY; i++) await oneOf(proof, day)
    }
    return result
  } finally {
    await database.end()
    await service.close()
  }
}

interface Proof {
  database: pg.Client
  url: string
  random: () => number
  names: readonly string[]
  result: UndoStepsResult
  clock: { now: number }
}

/** Advances the clock by up to 90 s. */
const passTime = ({ clock, random }: Proof): void => void (clock.now += Math.floor(random() * 90_000))

/** Runs the action with the fewest runs that is possible on the day. */
async function oneOf(proof: Proof, day: UndoDay): Promise<void> {
  const { names, result, random } = proof
  const order = new Map(names.map((name) => [name, (result.done[name] ?? 0) + random()]))
  for (const name of names.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)))
    if (await oneAction(proof, day, name)) return
}

/** Returns false if the action was not done. */
async function oneAction(proof: Proof, day: UndoDay, name: string): Promise<boolean> {
  passTime(proof)
  const { database, url, result } = proof
  const before = await stateOf(database, day)
  const newest = (await stepsOf(day))[0]?.step_uuid
  const status = await UNDO_ACTIONS[name]?.(day, url)
  if (status !== 200) return false
  const step = (await stepsOf(day))[0]
  const after = await stateOf(database, day)
  if (!step || step.step_uuid === newest) return false
  // Preparations of the action, such as a new order or an empty route, are not part of the step.
  const start = PREPARES.has(name) ? null : before
  result.done[name] = (result.done[name] ?? 0) + 1
  await judge(proof, day, { name, stepId: step.step_uuid, start, after })
  return true
}

interface DoneAction {
  name: string
  stepId: string
  /** State before the action. Null if the action was prepared. */
  start: State | null
  after: State
}

/** Undoes and repeats the action, or lets something happen between the action and its undo. */
async function judge(proof: Proof, day: UndoDay, { name, stepId, start, after }: DoneAction): Promise<void> {
  const { database, random, result } = proof
  const fault = (what: string, a: unknown, b: unknown) =>
    result.faults.push(`day ${result.days}, ${name}: ${what}\n${firstDifference(a, b)}`)
  passTime(proof)
  if (random() < 0.25) return something(proof, day, stepId, name)
  const undone = await undo(day, stepId)
  if (undone.status !== 200) return void fault(`Undo: ${undone.message}`, null, null)
  const back = await stateOf(database, day)
  if (start && !isDeepStrictEqual(back, start)) fault('the day after Undo is another than before', start, back)
  passTime(proof)
  if (!undone.redo) return void fault('it can’t be done again', null, null)
  const redone = await undo(day, undone.redo)
  if (redone.status !== 200) return void fault(`Redo: ${redone.message}`, null, null)
  const again = await stateOf(database, day)
  if (!isDeepStrictEqual(again, after)) fault('the day after Redo is another than after the action', after, again)
  if (random() < 0.4 && redone.redo) {
    const last = await undo(day, redone.redo)
    const end = await stateOf(database, day)
    if (last.status !== 200 || !isDeepStrictEqual(end, back)) fault(`Undo again: ${last.message}`, back, end)
  }
  result.actions[name] = (result.actions[name] ?? 0) + 1
}

/** A second dispatcher or a driver changes something between the action and its Undo. */
async function something(
  { database, url, random, result }: Proof,
  day: UndoDay,
  stepId: string,
  name: string,
): Promise<void> {
  const { routes } = await day.read()
  const route = pick(random, routes)
  if (route && random() < 0.5) await tap(day, route.route_uuid)
  else await UNDO_ACTIONS[pick(random, OTHERS) ?? '']?.({ ...day, office: day.other }, url)
  const before = await stateOf(database, day)
  const { status, message } = await undo(day, stepId)
  const after = await stateOf(database, day)
  result.between++
  if (status === 409) result.refused++
  if (status === 409 && !isDeepStrictEqual(after, before))
    result.faults.push(`${name}: refused, and the day is another\n${firstDifference(before, after)}`)
  if (status !== 200 && status !== 409) result.faults.push(`${name}: Undo answered ${status}: ${message}`)
  result.faults.push(...incoherent(after).map((what) => `day ${result.days}, ${name}, something between: ${what}`))
}

const PREPARES = new Set(['split', 'cameUp'])
const OTHERS = ['moveStops', 'lock', 'reassign', 'cancel', 'anotherDay']

const stepsOf = async ({ office }: UndoDay) => (await office.get<UndoStepsOut>('/undo-steps')).body.data.steps

async function undo({ office }: UndoDay, stepId: string) {
  const { status, body } = await office.post<UndoneOut>(`/undo-steps/${stepId}/undo`)
  const left = status === 200 ? body.data.left : []
  return {
    status,
    message: [body.message, ...left.map((one) => one.message)].join(' '),
    redo: body.data?.redo_step_uuid,
  }
}

interface State {
  orders: Record<string, unknown>[]
  routes: Record<string, unknown>[]
  stops: Record<string, unknown>[]
  screens: unknown
}

/** Returns all rows of the day's tables, and the office's view of both days, without versions and timestamps. */
async function stateOf(database: pg.Client, day: UndoDay): Promise<State> {
  const rows = async (table: string, key: string, without: readonly string[]) => {
    const { rows: found } = await database.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - $2::text[] as row from ${table} t where business_uuid = $1 order by ${key}`,
      [day.businessId, without],
    )
    return found.map(({ row }) => row)
  }
  const screen = async (date: string) => (await day.office.get<unknown>(`/day?date=${date}`)).body.data
  return {
    orders: await rows('orders', 'order_uuid', ['changed_at']),
    routes: await rows('routes', 'route_uuid', ['ways_due_at', 'link_nonce', 'link_hash', 'ends_at']),
    stops: await rows('stops', 'stop_uuid', ['told_from', 'told_to', 'notice_at']),
    screens: withoutInstants([await screen(day.date), await screen(day.nextDate)]),
  }
}

/**
 * Members that follow the clock. An emptied route ends an hour after it was emptied. Expected arrivals are never before
 * now; as stored, they are compared with the rows.
 */
const INSTANTS_OF_WRITING = new Set(['changed_at', 'ends_at', 'eta', 'eta_from', 'eta_to'])

function withoutInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInstants)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (INSTANTS_OF_WRITING.has(key) ? [] : [[key, withoutInstants(one)]])),
  )
}

/**
 * Returns the faults of an inconsistent plan: two stops at one position, or a stop and an order that don't match.
 */
function incoherent({ orders, stops }: State): string[] {
  const places = stops.map(({ route_uuid, sequence }) => `${String(route_uuid)} ${String(sequence)}`)
  const stopOf = new Map(stops.map((stop) => [stop['stop_uuid'], stop]))
  const orderOf = new Map(orders.map((order) => [order['order_uuid'], order]))
  const isOver = (status: unknown) => ['DELIVERED', 'FAILED', 'SKIPPED'].includes(String(status))
  return [
    ...(new Set(places).size < places.length ? ['two stops are at one place'] : []),
    ...orders
      .filter(({ route_uuid, stop_uuid }) => route_uuid && stopOf.get(stop_uuid)?.['route_uuid'] !== route_uuid)
      .map(({ order_uuid }) => `order ${String(order_uuid)} has no stop on its route`),
    ...stops
      .filter(
        ({ status, order_uuid, stop_uuid }) => !isOver(status) && orderOf.get(order_uuid)?.['stop_uuid'] !== stop_uuid,
      )
      .map(({ stop_uuid }) => `stop ${String(stop_uuid)} is not its order's`),
  ]
}

/** Returns the first path at which the two states differ, and both values there. */
function firstDifference(a: unknown, b: unknown, path = ''): string {
  if (isDeepStrictEqual(a, b)) return ''
  if (typeof a === 'object' && typeof b === 'object' && a && b) {
    const [one, two] = [a as Record<string, unknown>, b as Record<string, unknown>]
    for (const key of new Set([...Object.keys(one), ...Object.keys(two)])) {
      const found = firstDifference(one[key], two[key], `${path}.${key}`)
      if (found) return found
    }
  }
  return `  ${path}: ${JSON.stringify(a)?.slice(0, 300)} became ${JSON.stringify(b)?.slice(0, 300)}`
}
