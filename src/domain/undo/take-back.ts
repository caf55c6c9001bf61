// Decides from the recorded rows of a step whether they can be written back. A column that the step changed must still be as
// the step left it. What others changed beside it neither stands in the way nor is undone.
import { type Text, text } from '../../texts/text.ts'
import { type State, stateInWords } from '../state-words.ts'

export type RowKind = 'ORDER' | 'ROUTE' | 'STOP' | 'BUILD'

/** The columns of a row that a plan consists of, in the names of the database. */
export type PlanRow = Readonly<Record<string, unknown>>

/** A row that a step changed. Null: there was none, or is none. */
export interface StepRow {
  kind: RowKind
  recordId: string
  before: PlanRow | null
  after: PlanRow | null
  now: PlanRow | null
}

/** What is to be done to a row: columns to write back, or the whole row to add or to remove. */
export interface RowWrite {
  kind: RowKind
  recordId: string
  write: readonly string[] | 'ADD' | 'REMOVE'
}

/** What stands in the way, and which order that is about; null if it is a route. */
export interface Obstacle {
  orderId: string | null
  message: Text
}

export interface Surroundings {
  nameOf: (routeId: string) => string
  dayInWords: (day: string) => string
  /** The stops that each route of the step has now. */
  stopsOf: (routeId: string) => readonly { stopId: string; sequence: number }[]
  /** What else forbids to write the row back, by rules that rows don't show. */
  forbids: (row: StepRow) => Obstacle | null
}

export interface TakenBack {
  writes: RowWrite[]
  /** Routes whose times have changed since the step, so that they are computed again. */
  timedAnew: Set<string>
  obstacle: Obstacle | null
}

/** Columns that follow from the plan, or from where its driver is. */
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
  ]),
  STOP: new Set(['leg_meters', 'leg_seconds', 'planned_arrival', 'planned_departure', 'eta']),
}

/** Columns that must be as the step left them, even if the step did not change them. */
const ANCHORS: Record<RowKind, readonly string[]> = {
  ORDER: ['status', 'delivery_date', 'route_uuid', 'stop_uuid', 'temperature_class', 'timed_by'],
  ROUTE: ['status'],
  STOP: [],
  BUILD: [],
}

/** The place of a stop: one whose driver has gone on with it stays there. */
const PLACE = ['route_uuid', 'sequence', 'trip']
const PROGRESS = ['status', 'arrived_at', 'finished_at']

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)
const differing = (a: PlanRow, b: PlanRow): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((column) => differs(a[column], b[column]))

export const textOf = (row: PlanRow | null, column: string): string | null => {
  const value = row?.[column]
  return typeof value === 'string' ? value : null
}

/** The routes that a row is of, before and after. */
export const routesOf = ({ kind, recordId, before, after, now }: StepRow): string[] =>
  kind === 'ROUTE' ? [recordId] : [before, after, now].flatMap((row) => textOf(row, 'route_uuid') ?? [])

export const orderOf = ({ kind, recordId, before, after }: StepRow): string | null =>
  kind === 'ORDER' ? recordId : textOf(before ?? after, 'order_uuid')

/** Writes back all of these rows, unless something stands in the way. */
export function takeBack(rows: readonly StepRow[], around: Surroundings): TakenBack {
  const writes: RowWrite[] = []
  const timedAnew = new Set<string>()
  for (const row of rows) {
    const obstacle = around.forbids(row) ?? changedSince(row, around)
    if (obstacle) return { writes: [], timedAnew, obstacle }
    writes.push(...writeOf(row))
    if (timesMoved(row)) for (const routeId of routesOf(row)) timedAnew.add(routeId)
  }
  return { writes, timedAnew, obstacle: otherStops(rows, around) }
}

function changedSince(row: StepRow, around: Surroundings): Obstacle | null {
  const { kind, before, after, now } = row
  if (!after) return now ? obstacleAt(row, [], around) : null
  if (!now) return obstacleAt(row, [], around)
  const own = before ? [...differing(before, after), ...ANCHORS[kind]] : Object.keys(after)
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
    if (!status) return { orderId: null, message: text('{route} is no longer there.', { route: name }) }
    if (changed.includes('status'))
      return {
        orderId: null,
        message: text('{route} is {state} meanwhile.', { route: name, state: stateInWords(status) }),
      }
    if (changed.includes('delayed_until') || changed.includes('delay_told_at'))
      return { orderId: null, message: text('Another delay of {route} was entered since.', { route: name }) }
    return { orderId: null, message: text('{route} was changed meanwhile.', { route: name }) }
  }
  const orderId = kind === 'ORDER' ? recordId : textOf(before ?? after, 'order_uuid')
  const status = textOf(now, 'status') as State | null
  const day = textOf(now, 'delivery_date')
  if (status && changed.includes('status'))
    return { orderId, message: text('It is {state} meanwhile.', { state: stateInWords(status) }) }
  if (day && changed.includes('delivery_date'))
    return { orderId, message: text('It is for {day} meanwhile.', { day: around.dayInWords(day) }) }
  const moved = changed.length === 0 || [...PLACE, 'stop_uuid'].some((column) => changed.includes(column))
  return { orderId, message: text(moved ? 'It is elsewhere meanwhile.' : 'It was changed meanwhile.') }
}

function writeOf({ kind, recordId, before, after, now }: StepRow): RowWrite[] {
  if (!before) return [{ kind, recordId, write: 'REMOVE' }]
  if (!after || !now) return [{ kind, recordId, write: 'ADD' }]
  const isTime = (column: string) => TIMES[kind].has(column)
  const columns = differing(before, after).filter((column) => !isTime(column) || !differs(now[column], after[column]))
  return columns.length > 0 ? [{ kind, recordId, write: columns }] : []
}

/** Times that the step changed are no longer those that it left. */
const timesMoved = ({ kind, before, after, now }: StepRow): boolean =>
  after !== null &&
  now !== null &&
  (before ? differing(before, after) : Object.keys(after)).some(
    (column) => TIMES[kind].has(column) && differs(now[column], after[column]),
  )

/** A route that would get two stops at one place, or be removed under a stop, has got others since. */
function otherStops(rows: readonly StepRow[], { stopsOf, nameOf }: Surroundings): Obstacle | null {
  const stops = new Map(rows.filter(({ kind }) => kind === 'STOP').map((row) => [row.recordId, row]))
  const removed = new Set(rows.filter((row) => row.kind === 'ROUTE' && !row.before).map(({ recordId }) => recordId))
  for (const routeId of new Set(rows.flatMap(routesOf))) {
    const others = stopsOf(routeId).filter(({ stopId }) => !stops.has(stopId))
    const back = [...stops.values()].flatMap(({ before }) =>
      textOf(before, 'route_uuid') === routeId ? Number(before?.['sequence']) : [],
    )
    const places = [...others.map(({ sequence }) => sequence), ...back]
    const tooMany = removed.has(routeId) ? places.length > 0 : new Set(places).size < places.length
    if (tooMany)
      return { orderId: null, message: text('{route} has got other stops meanwhile.', { route: nameOf(routeId) }) }
  }
  return null
}

/** Rows that belong together: those of a route, with all that came from it or went to it. */
export function piecesOf(rows: readonly StepRow[]): StepRow[][] {
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
