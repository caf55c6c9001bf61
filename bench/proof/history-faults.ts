// Compares the history of every order, route and stop with the current rows.
import { isDeepStrictEqual } from 'node:util'
import { knownAt } from '../../src/domain/playback/history.ts'
import type { Database } from '../../src/store/database.ts'

interface Row {
  kind: string
  id: string
  at: string
  state: object | null
}

/** States that the history triggers of migrations/0001_baseline.sql write, computed from the rows themselves. */
const CURRENT_STATES = `
  select 'ORDER' as kind, order_uuid as id, json_build_object('status', status, 'delivery_date', delivery_date,
    'window_start', window_start, 'window_end', window_end, 'attempt', attempt, 'route_uuid', route_uuid, 'stop_uuid', stop_uuid) as state
  from orders where business_uuid = $1
  union all
  select 'ROUTE', route_uuid, json_build_object('status', status, 'vehicle_uuid', vehicle_uuid, 'driver_uuid', driver_uuid,
    'planned_start', planned_start, 'planned_end', planned_end, 'dispatched_at', dispatched_at, 'started_at', started_at,
    'completed_at', completed_at, 'cancelled_at', cancelled_at)
  from routes where business_uuid = $1
  union all
  select 'STOP', stop_uuid, json_build_object('route_uuid', route_uuid, 'order_uuid', order_uuid, 'sequence', sequence,
    'status', status, 'locked', locked, 'service_minutes', service_minutes, 'planned_arrival', planned_arrival,
    'planned_departure', planned_departure, 'arrived_at', arrived_at, 'finished_at', finished_at)
  from stops where business_uuid = $1`

const INITIAL_STATE = { status: 'OPEN', attempt: 1, route_uuid: null, stop_uuid: null }

/** Rebuilds every record of the business from its history, and returns the differences. */
export async function historyFaults({ db }: { db: Database }, businessId: string): Promise<string[]> {
  const entries = await db.query<Row>(
    'select kind, record_uuid as id, at, state from history where business_uuid = $1 order by position',
    [businessId],
  )
  const rebuilt = knownAt(entries, ({ id }) => id, null)
  const there = new Map((await db.query<Row>(CURRENT_STATES, [businessId])).map((row) => [row.id, row]))
  return [...new Set([...rebuilt.keys(), ...there.keys()])].flatMap((id) => {
    const [said, is] = [rebuilt.get(id), there.get(id)]
    if (!is) return [`history has ${said?.kind.toLowerCase()} ${id}, which is gone`]
    // An order that is still in its initial state may have no entry.
    if (!said && is.kind === 'ORDER' && isDeepStrictEqual({ ...is.state, ...INITIAL_STATE }, is.state)) return []
    if (!said) return [`history has no ${is.kind.toLowerCase()} ${id}`]
    return isDeepStrictEqual(said.state, is.state)
      ? []
      : [
          `${is.kind.toLowerCase()} ${id} is ${JSON.stringify(is.state)} and by its history ${JSON.stringify(said.state)}`,
        ]
  })
}
