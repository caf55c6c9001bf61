// Applies stored taps to the route, so that the driver sees their effect at once, also without reception.
import type { DriverRoute, RunStop, TapInput } from '../../src/contract/driver.ts'
import type { PauseOut } from '../../src/contract/routes.ts'
import { checksOf } from '../../src/domain/routes/door-checks.ts'
import { itemOutcomes } from '../../src/domain/routes/item-outcomes.ts'
import { onServerClock, FINISHED_STOP, nextOpenStop } from '../../src/domain/routes/stop.ts'
import type { PendingAction } from './doing.ts'

export const isOpen = ({ status }: RunStop): boolean => !FINISHED_STOP[status]

export function applyAction(run: DriverRoute, { tap, proof }: PendingAction): DriverRoute {
  if (tap) return applyTap(run, tap)
  if (proof.item) return run
  return withStop(run, proof.stop_uuid, (stop) =>
    proof.kind === 'PHOTO' ? { ...stop, photos: stop.photos + 1 } : { ...stop, signed: true },
  )
}

function applyTap(before: DriverRoute, tap: TapInput): DriverRoute {
  const { kind } = tap
  const at = tapTime(tap)
  const run = kind === 'ARRIVE' || kind === 'OUTCOME' ? endBreak(before, at) : before
  const id = tap.stop_uuid ?? ''
  if (kind === 'LOAD') return checkLoad(run, tap)
  const begun: DriverRoute = [
    'UNDO',
    'REMOVE_PHOTO',
    'DELAY',
    'BREAK_START',
    'BREAK_END',
    'PROBLEM',
    'STREET',
    'NOTE',
    'TEXT',
  ].includes(kind)
    ? run
    : { ...run, route: { ...run.route, status: 'IN_PROGRESS' } }
  if (kind === 'DELAY') return delay(run, tap.minutes ?? 0)
  if (kind === 'BREAK_START') return startBreak(run, at, tap.minutes ?? 0)
  if (kind === 'BREAK_END') return endBreak(run, at)
  if (kind === 'PROBLEM')
    return { ...run, problem: tap.reason ? { reason: tap.reason, notes: tap.driver_notes ?? null, at } : null }
  if (kind === 'NOTE')
    return {
      ...run,
      day_end: { driven_miles: null, handed_in_at: null, ...run.day_end, note: tap.driver_notes ?? null },
    }
  if (kind === 'REORDER') return reorder(run, tap.stop_uuids ?? [])
  if (kind === 'HEAD') return setStopEnRoute(begun, id)
  if (kind === 'START') return setNextStopEnRoute(begun)
  if (kind === 'ARRIVE')
    return withStop(setStopEnRoute(begun, id), id, (stop) => ({
      ...stop,
      status: 'ARRIVED',
      arrived_at: stop.arrived_at ?? at,
    }))
  if (kind === 'REMOVE_PHOTO')
    return withStop(run, id, (stop) => {
      const gone = stop.photo_links?.find(({ proof_uuid }) => proof_uuid === tap.proof_uuid)
      const links = stop.photo_links?.filter((link) => link !== gone)
      return { ...stop, photo_links: links, photos: stop.photos - Number(gone !== undefined && !gone.item) }
    })
  if (kind === 'UNDO')
    return withStop(setStopEnRoute(run, id), id, (stop) =>
      stop.status === 'ARRIVED'
        ? { ...stop, status: 'EN_ROUTE', arrived_at: null }
        : {
            ...stop,
            status: stop.arrived_at ? 'ARRIVED' : 'PENDING',
            finished_at: null,
            settles_at: null,
            reason: null,
            left_where: null,
            scanned: undefined,
            checks: undefined,
            item_outcomes: undefined,
          },
    )
  if (kind === 'END')
    return {
      ...begun,
      stops: begun.stops.map((stop) => (isOpen(stop) ? { ...stop, status: 'SKIPPED', finished_at: at } : stop)),
    }
  return kind === 'OUTCOME' ? finishStop(begun, id, tap) : begun
}

/** Time of the tap, corrected to the server's clock. */
const tapTime = ({ at, clock_skew_ms }: TapInput): string =>
  onServerClock(new Date(at), clock_skew_ms ?? null).toISOString()

function finishStop(run: DriverRoute, id: string, tap: TapInput): DriverRoute {
  const at = tapTime(tap)
  const held = tap.status === 'SKIPPED' ? 0 : run.business.undo_window_seconds * 1000
  const after = withStop(run, id, (stop) => ({
    ...stop,
    status: tap.status ?? stop.status,
    finished_at: at,
    settles_at: held > 0 ? new Date(new Date(at).getTime() + held).toISOString() : null,
    reason: tap.reason ?? null,
    left_where: tap.left_where ?? null,
    scanned: scannedCodesOf(tap),
    checks: doorChecksOf(run, tap),
    item_outcomes: itemOutcomesOf(stop, tap),
    driver_notes: tap.driver_notes ?? stop.driver_notes,
  }))
  return setNextStopEnRoute(after)
}

const scannedCodesOf = ({ scanned, not_scanned: reason }: TapInput): RunStop['scanned'] =>
  scanned || reason ? { codes: scanned ?? [], reason: reason ?? null } : undefined

/** Shows any entered code as correct, because only the server decides whether it matches. */
const doorChecksOf = ({ business }: DriverRoute, { checks }: TapInput): RunStop['checks'] => {
  const { collected, identified = null, code } = checks ?? {}
  const paid = collected ? { ...collected, reason: collected.reason ?? null } : null
  const said = code ? { entered: code.entered ?? null, reason: code.reason ?? null } : null
  return (
    checksOf(
      { collected: paid, identified, code: said },
      business.currency,
      said?.reason === null ? [said.entered ?? ''] : [],
    ) ?? undefined
  )
}

const itemOutcomesOf = ({ items }: RunStop, tap: TapInput): RunStop['item_outcomes'] =>
  itemOutcomes(
    items,
    (tap.items ?? []).map(({ name, sku, short, damaged, returned, reason }) => ({
      name,
      sku: sku ?? null,
      short: short ?? 0,
      damaged: damaged ?? 0,
      returned: returned ?? 0,
      reason: reason ?? null,
    })),
  ) ?? undefined

/** Adds the load check to the route. The order references of missing pieces stay null, because the server finds them. */
function checkLoad(run: DriverRoute, tap: TapInput): DriverRoute {
  const { load } = tap
  if (!load) return run
  const check = {
    trip: load.trip,
    checked_at: tapTime(tap),
    scanned: load.scanned.length,
    by_hand: load.by_hand.length,
    missing: load.missing.map((code) => ({ code, external_ref: null })),
    order_uuids: run.stops.filter(({ trip }) => trip === load.trip).map(({ order_uuid }) => order_uuid),
    reason: load.missing.length > 0 ? (load.reason ?? null) : null,
  }
  const others = (run.route.load_checks ?? []).filter(({ trip }) => trip !== check.trip)
  return { ...run, route: { ...run.route, load_checks: [...others, check].sort((a, b) => a.trip - b.trip) } }
}

function setNextStopEnRoute(run: DriverRoute): DriverRoute {
  const next = nextOpenStop(run.stops)
  return next ? setStopEnRoute(run, next.stop_uuid) : run
}

function reorder(run: DriverRoute, ids: readonly string[]): DriverRoute {
  const done = run.stops.filter((stop) => !isOpen(stop))
  const open = ids.flatMap((id) => run.stops.find((stop) => stop.stop_uuid === id && isOpen(stop)) ?? [])
  if (done.length + open.length !== run.stops.length) return run
  return { ...run, stops: [...done, ...open].map((stop, i) => ({ ...stop, sequence: i + 1 })) }
}

/** Moves the expected arrivals. Without a delay they stay, because only the server knows how much it had added. */
function delay(run: DriverRoute, minutes: number): DriverRoute {
  const later = (time: string): string => new Date(Date.parse(time) + minutes * 60_000).toISOString()
  return {
    ...run,
    held_until: minutes > 0 ? later(run.now) : null,
    stops: run.stops.map((stop) =>
      isOpen(stop) && stop.status !== 'ARRIVED' ? { ...stop, eta: later(stop.eta ?? stop.planned_arrival) } : stop,
    ),
  }
}

/** Shows the break as running. Only the server decides whether it is a planned one, and moves the arrivals. */
function startBreak(run: DriverRoute, at: string, minutes: number): DriverRoute {
  const end = new Date(Date.parse(at) + minutes * 60_000).toISOString()
  const pauses = run.route.pauses ?? []
  if (runningBreakOf(run))
    return withPauses(
      run,
      pauses.map((pause) => (pause.recorded === 'RUNNING' ? { ...pause, end } : pause)),
    )
  const before = run.stops.find(isOpen)?.sequence ?? null
  const fresh = { kind: 'BREAK' as const, start: at, end, before_sequence: before, paid: true, late_minutes: 0 }
  return withPauses(run, [...pauses, { ...fresh, recorded: 'RUNNING' }])
}

const endBreak = (run: DriverRoute, at: string): DriverRoute =>
  runningBreakOf(run)
    ? withPauses(
        run,
        (run.route.pauses ?? []).map((pause) =>
          pause.recorded === 'RUNNING' ? { ...pause, recorded: 'ENDED', end: at } : pause,
        ),
      )
    : run

const withPauses = (run: DriverRoute, pauses: PauseOut[]): DriverRoute => ({ ...run, route: { ...run.route, pauses } })

export const runningBreakOf = ({ route }: DriverRoute): PauseOut | null =>
  route.pauses?.find(({ recorded }) => recorded === 'RUNNING') ?? null

const setStopEnRoute = (run: DriverRoute, id: string): DriverRoute => ({
  ...run,
  stops: run.stops.map((stop) => {
    if (stop.stop_uuid === id && stop.status === 'PENDING') return { ...stop, status: 'EN_ROUTE' }
    return stop.status === 'EN_ROUTE' && stop.stop_uuid !== id ? { ...stop, status: 'PENDING' } : stop
  }),
})

const withStop = (run: DriverRoute, id: string, change: (stop: RunStop) => RunStop): DriverRoute => ({
  ...run,
  stops: run.stops.map((stop) => (stop.stop_uuid === id ? change(stop) : stop)),
})
