// Decides from the recorded rows of a step whether the step can be undone. A column that the step changed must still
// have the value that the step wrote. Changes of other columns by other users don't prevent the undo and stay.
import { type Text, text } from '../../texts/text.ts'
import { type State, stateInWords } from '../state-words.ts'

export type RowKind = 'ORDER' | 'ROUTE' | 'STOP' | 'BUILD'

/** Columns of a row that are part of a plan, by database name. */
export type PlanRow = Readonly<Record<string, unknown>>

/** A row that a step changed: before the step, after it, and now. Null: the row doesn't exist. */
export interface StepRow {
  kind: RowKind
  recordId: string
  before: PlanRow | null
  after: PlanRow | null
  now: PlanRow | null
}

/** Change to a row: columns to restore, or the whole row to add or remove. */
export interface RowWrite {
  kind: RowKind
  recordId: string
  write: readonly string[] | 'ADD' | 'REMOVE'
}

/** Reason why the step can't be undone, and the order concerned. `orderId` is null if the reason concerns a route. */
export interface Obstacle {
  orderId: string | null
  message: Text
}

export interface Surroundings {
  nameOf: (routeId: string) => string
  dayInWords: (day: string) => string
  /** Returns the current stops of a route of the step. */
  stopsOf: (routeId: string) => readonly { stopId: string; sequence: number }[]
  /** Returns an obstacle that doesn't follow from the rows, or null. */
  forbids: (row: StepRow) => Obstacle | null
}

export interface TakeBackResult {
  writes: RowWrite[]
  /** Routes whose times must be computed again, because they have changed since the step. */
  timedAnew: Set<string>
  obstacle: Obstacle | null
}

/** Columns that are derived from the plan or from the driver's location. */
const TIMES: Record<RowKind, ReadonlySet<string>> = {
  ORDER: new Set(),
  BUILD: new Set(),
  ROUTE: new Set([
    'planned_start',
    'planned_end',
    'distance_meters',
    'drive_seconds',
    'traffic_factor',
    'distance_source',
    'distances_estimated',
    'pauses',
    'ends_at',
    'etas_due_at',
  ]),
  STOP: new Set(['leg_meters', 'leg_seconds', 'planned_arrival', 'planned_departure', 'eta', 'eta_from', 'eta_to']),
}

/**
 * Columns with the range that the customer received. An undo leaves them unchanged, because it can't take the message
 * back.
 */
const TOLD: ReadonlySet<string> = new Set(['told_from', 'told_to', 'notice_at'])

/** Columns that must have the values that the step left, even if the step didn't change them. */
const ANCHORS: Record<RowKind, readonly string[]> = {
  ORDER: ['status', 'delivery_date', 'route_uuid', 'stop_uuid', 'temperature_class', 'timed_by'],
  ROUTE: ['status'],
  STOP: [],
  BUILD: [],
}

/** Columns of a stop's position. If the driver has since made progress on a stop, the stop stays at its position. */
const PLACE = ['route_uuid', 'sequence', 'trip']
const PROGRESS = ['status', 'arrived_at', 'finished_at']

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

/** Returns the columns that a step changed or, in a row that it added, all columns. */
const ownColumns = (before: PlanRow | null, after: PlanRow): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])].filter(
    (column) => !TOLD.has(column) && (!before || differs(before[column], after[column])),
  )

/** Returns the value of a text column. Null if the row or the text doesn't exist. */
export const textOf = (row: PlanRow | null, column: string): string | null => {
  const value = row?.[column]
  return typeof value === 'string' ? value : null
}

/** Returns the routes that a row belonged to before and after the step, and belongs to now. */
export const routesOf = ({ kind, recordId, before, after, now }: StepRow): string[] =>
  kind === 'ROUTE' ? [recordId] : [before, after, now].flatMap((row) => textOf(row, 'route_uuid') ?? [])

/** Returns the ID of the order that a row belongs to, or null. */
export const orderOf = ({ kind, recordId, before, after }: StepRow): string | null =>
  kind === 'ORDER' ? recordId : textOf(before ?? after, 'order_uuid')

/** Restores all of these rows, or returns the first obstacle. */
export function takeBack(rows: readonly StepRow[], around: Surroundings): TakeBackResult {
  const writes: RowWrite[] = []
  const timedAnew = new Set<string>()
  for (const row of rows) {
    const obstacle = around.forbids(row) ?? changedSince(row, around)
    if (obstacle) return { writes: [], timedAnew, obstacle }
    writes.push(...writeOf(row))
    if (haveTimesChangedAgain(row)) for (const routeId of routesOf(row)) timedAnew.add(routeId)
  }
  return { writes, timedAnew, obstacle: otherStopsObstacle(rows, around) }
}

function changedSince(row: StepRow, around: Surroundings): Obstacle | null {
  const { kind, before, after, now } = row
  if (!after) return now ? obstacleAt(row, [], around) : null
  if (!now) return obstacleAt(row, [], around)
  const own = [...ownColumns(before, after), ...ANCHORS[kind]]
  const moves = kind === 'STOP' && PLACE.some((column) => own.includes(column))
  const held = new Set([...own, ...(moves ? PROGRESS : [])].filter((column) => !TIMES[kind].has(column)))
  const changed = [...held].filter((column) => differs(now[column], after[column]))
  return changed.length > 0 ? obstacleAt(row, changed, around) : null
}

function obstacleAt(row: StepRow, changed: readonly string[], around: Surroundings): Obstacle | null {
  const { kind, recordId, before, after, now } = row
  if (kind === 'BUILD') return null
  if (kind === 'ROUTE') {
    const name = around.nameOf(recordId)
    const status = textOf(now, 'status') as State | null
    if (!status) return { orderId: null, message: text('{route} no longer exists.', { route: name }) }
    if (changed.includes('status'))
      return {
        orderId: null,
        message: text('{route} is {state} now.', { route: name, state: stateInWords(status) }),
      }
    if (changed.includes('delayed_until') || changed.includes('delay_told_at'))
      return { orderId: null, message: text('Another delay of {route} was entered since.', { route: name }) }
    return { orderId: null, message: text('{route} has been changed since.', { route: name }) }
  }
  const orderId = kind === 'ORDER' ? recordId : textOf(before ?? after, 'order_uuid')
  const status = textOf(now, 'status') as State | null
  const day = textOf(now, 'delivery_date')
  if (status && changed.includes('status'))
    return { orderId, message: text('It is {state} now.', { state: stateInWords(status) }) }
  if (day && changed.includes('delivery_date'))
    return { orderId, message: text('It is for {day} now.', { day: around.dayInWords(day) }) }
  const moved = changed.length === 0 || [...PLACE, 'stop_uuid'].some((column) => changed.includes(column))
  return { orderId, message: text(moved ? 'It has been moved since.' : 'It has been changed since.') }
}

function writeOf({ kind, recordId, before, after, now }: StepRow): RowWrite[] {
  if (!before) return [{ kind, recordId, write: 'REMOVE' }]
  if (!after || !now) return [{ kind, recordId, write: 'ADD' }]
  const isTime = (column: string) => TIMES[kind].has(column)
  const columns = ownColumns(before, after).filter((column) => !isTime(column) || !differs(now[column], after[column]))
  return columns.length > 0 ? [{ kind, recordId, write: columns }] : []
}

/** Returns whether times that the step changed have changed again since. */
const haveTimesChangedAgain = ({ kind, before, after, now }: StepRow): boolean =>
  after !== null &&
  now !== null &&
  ownColumns(before, after).some((column) => TIMES[kind].has(column) && differs(now[column], after[column]))

/**
 * Returns an obstacle if a route has received other stops since: if two stops would share a sequence, or a route with
 * stops would be removed.
 */
function otherStopsObstacle(rows: readonly StepRow[], { stopsOf, nameOf }: Surroundings): Obstacle | null {
  const stops = new Map(rows.filter(({ kind }) => kind === 'STOP').map((row) => [row.recordId, row]))
  const removed = new Set(rows.filter((row) => row.kind === 'ROUTE' && !row.before).map(({ recordId }) => recordId))
  for (const routeId of new Set(rows.flatMap(routesOf))) {
    const others = stopsOf(routeId).filter(({ stopId }) => !stops.has(stopId))
    const back = [...stops.values()].flatMap(({ before }) =>
      textOf(before, 'route_uuid') === routeId ? Number(before?.['sequence']) : [],
    )
    const places = [...others.map(({ sequence }) => sequence), ...back]
    const tooMany = removed.has(routeId) ? places.length > 0 : new Set(places).size < places.length
    if (tooMany) return { orderId: null, message: text('{route} has other stops now.', { route: nameOf(routeId) }) }
  }
  return null
}

/** Groups rows that must be undone together: the rows of a route, and of all orders that left or joined the route. */
export function undoParts(rows: readonly StepRow[]): StepRow[][] {
  const parent = new Map<string, string>()
  const root = (key: string): string => {
    const up = parent.get(key) ?? key
    return up === key ? key : root(up)
  }
  const keysOf = (row: StepRow): string[] => [...routesOf(row), ...(orderOf(row) ? [orderOf(row) as string] : [])]
  for (const row of rows) {
    const [first, ...others] = keysOf(row).map(root)
    for (const other of others) if (first && other !== first) parent.set(root(other), root(first))
  }
  return [...Map.groupBy(rows, (row) => root(keysOf(row)[0] ?? row.recordId)).values()]
}
