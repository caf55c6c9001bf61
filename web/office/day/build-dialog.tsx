// Building routes: what and with which vehicles, how far it is, and what came of it compared with before.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/office/day.ts'
import { MAX_DELIVERIES_PER_BUILD } from '../../../src/contract/limits.ts'
import type { RouteWithStops, UnassignedOut } from '../../../src/contract/routes.ts'
import { ApiError, postLines } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { textFields } from '../../ui/form-fields.ts'
import { miles, minutes, plural } from '../../ui/format.ts'
import style from './day.module.css'

export interface BuildOrder {
  vehicle_ids?: string[]
  external_refs?: string[]
  options?: { balance?: string; time_limit_seconds?: number }
}

export interface BuildResult {
  routes: RouteWithStops[]
  unassigned: UnassignedOut[]
  distances_estimated: boolean
}

interface Props {
  day: DayOut
  /** Selected in the pool: these alone are built, where there are any. */
  selected: ReadonlySet<string>
  /** Starts at once with this, without asking. */
  given: BuildOrder | null
  onClose: () => void
  onBuilt: () => Promise<void>
}

type Stage =
  | { name: 'asking'; fault: string | null }
  | { name: 'running'; seconds: number; limit: number; best: number | null; first: number | null }
  | { name: 'done'; result: BuildResult }

export function BuildDialog({ day, selected, given, onClose, onBuilt }: Props) {
  const [stage, setStage] = useState<Stage>({ name: 'asking', fault: null })
  const [before] = useState(() => totals(day.routes))
  const running = useRef<AbortController | null>(null)

  const run = async (order: BuildOrder): Promise<void> => {
    const calling = new AbortController()
    running.current = calling
    const limit = order.options?.time_limit_seconds ?? 5
    const began = performance.now()
    let first: number | null = null
    let best: number | null = null
    const tell = (): void =>
      setStage({ name: 'running', seconds: (performance.now() - began) / 1000, limit, best, first })
    tell()
    const ticking = setInterval(tell, 250)
    try {
      const body = { date: day.date, ...order, options: { ...order.options, time_limit_seconds: limit } }
      const result = await postLines<BuildResult>(
        '/build',
        body,
        ({ progress }) => {
          best = (progress as { cost: number }).cost
          first ??= best
        },
        calling.signal,
      )
      await onBuilt()
      setStage({ name: 'done', result })
    } catch (error) {
      if (calling.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setStage({ name: 'asking', fault: error.message })
    } finally {
      clearInterval(ticking)
    }
  }

  // Once, with what the dialog was opened with.
  const started = useRef(false)
  useEffect(() => {
    if (!given || started.current) return
    started.current = true
    void run(given)
  })

  const cancel = (): void => {
    running.current?.abort()
    onClose()
  }

  if (stage.name === 'running')
    return (
      <Dialog title="Building routes" onClose={cancel}>
        <progress
          className={style.progress}
          value={Math.min(stage.seconds, stage.limit)}
          max={stage.limit}
          aria-label="Time used"
        />
        <p role="status">
          {Math.min(stage.seconds, stage.limit).toFixed(0)} of {stage.limit} s
          {stage.best !== null && stage.first !== null && stage.first > 0
            ? ` · ${((100 * (stage.first - stage.best)) / stage.first).toFixed(0)} % better than the first plan`
            : ''}
        </p>
        <DialogActions>
          <Button onClick={cancel}>Cancel: change nothing</Button>
        </DialogActions>
      </Dialog>
    )
  if (stage.name === 'done') return <Result before={before} day={day} result={stage.result} onClose={onClose} />
  return <Ask day={day} selected={selected} fault={stage.fault} onClose={onClose} onRun={(order) => void run(order)} />
}

interface AskProps extends Pick<Props, 'day' | 'selected' | 'onClose'> {
  fault: string | null
  onRun: (order: BuildOrder) => void
}

function Ask({ day, selected, fault, onClose, onRun }: AskProps) {
  const chosen = day.pool.filter((order) => selected.has(order.order_uuid))
  const orders = (chosen.length > 0 ? chosen : day.pool).slice(0, MAX_DELIVERIES_PER_BUILD)
  const partial = orders.length < day.pool_count
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const { balance, seconds } = textFields(event.currentTarget)
    const vehicles = new FormData(event.currentTarget).getAll('vehicle').filter((id) => typeof id === 'string')
    const free = day.vehicles.filter((vehicle) => !routeOf(day, vehicle.vehicle_uuid))
    const all = vehicles.length === free.length && free.every(({ vehicle_uuid }) => vehicles.includes(vehicle_uuid))
    onRun({
      ...(partial && { external_refs: orders.map(({ external_ref }) => external_ref) }),
      ...(!all && { vehicle_ids: vehicles }),
      options: { balance, time_limit_seconds: Number(seconds) },
    })
  }
  return (
    <Dialog title="Build routes" onClose={onClose}>
      <form onSubmit={submit} className={style.ask}>
        {fault ? (
          <p role="alert" className={style.refusal}>
            {fault}
          </p>
        ) : null}
        <p>
          {plural(orders.length, 'delivery', 'deliveries')}
          {chosen.length > 0
            ? ' selected'
            : partial
              ? ` of ${day.pool_count}: a build takes at most 300`
              : ', all that wait'}
        </p>
        <fieldset className={style.vehicles}>
          <legend>Vehicles</legend>
          {day.vehicles.length === 0 ? <p>There are no vehicles yet.</p> : null}
          {day.vehicles.map((vehicle) => {
            const route = routeOf(day, vehicle.vehicle_uuid)
            const driving = route !== null && route.status !== 'PLANNED'
            return (
              <label key={vehicle.vehicle_uuid}>
                <input
                  type="checkbox"
                  name="vehicle"
                  value={vehicle.vehicle_uuid}
                  defaultChecked={route === null}
                  disabled={driving}
                />
                {vehicle.name}
                <span className={style.soft}>
                  {driving ? ' drives already' : route ? ` · plans its ${plural(route.stop_count, 'stop')} anew` : ''}
                </span>
              </label>
            )
          })}
        </fieldset>
        <SelectField label="Balance" name="balance" defaultValue="NONE">
          <option value="NONE">None: fewest miles and hours</option>
          <option value="STOPS">Same number of stops</option>
          <option value="TIME">Same time on the road</option>
        </SelectField>
        <SelectField label="Time to search" name="seconds" defaultValue={orders.length > 100 ? '10' : '5'}>
          {[2, 5, 10, 20, 30].map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds} seconds
            </option>
          ))}
        </SelectField>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          <Button
            type="submit"
            kind="primary"
            reason={orders.length === 0 && day.routes.length === 0 ? 'No delivery waits on this day.' : null}
          >
            Build routes
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const routeOf = (day: DayOut, vehicleId: string): DayRoute | null =>
  day.routes.find(
    ({ vehicle, status }) => vehicle.vehicle_uuid === vehicleId && status !== 'CANCELLED' && status !== 'COMPLETED',
  ) ?? null

interface Totals {
  routes: number
  stops: number
  miles: number
  drive: number
}

const totals = (routes: readonly DayRoute[]): Totals => ({
  routes: routes.filter(({ stop_count }) => stop_count > 0).length,
  stops: routes.reduce((sum, { stop_count }) => sum + stop_count, 0),
  miles: routes.reduce((sum, { distance_miles }) => sum + distance_miles, 0),
  drive: routes.reduce((sum, { drive_minutes }) => sum + drive_minutes, 0),
})

function Result({
  before,
  day,
  result,
  onClose,
}: {
  before: Totals
  day: DayOut
  result: BuildResult
  onClose: () => void
}) {
  const after = totals(day.routes)
  return (
    <Dialog title="Routes built" onClose={onClose}>
      <table className={style.compare}>
        <thead>
          <tr>
            <th scope="col">The day</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          <Row name="Routes" before={String(before.routes)} after={String(after.routes)} />
          <Row name="Stops" before={String(before.stops)} after={String(after.stops)} />
          <Row name="Distance" before={miles(before.miles)} after={miles(after.miles)} />
          <Row name="Driving" before={minutes(before.drive)} after={minutes(after.drive)} />
        </tbody>
      </table>
      {result.distances_estimated ? <p className={style.soft}>Distances are straight-line estimates.</p> : null}
      {result.unassigned.length > 0 ? (
        <>
          <h3>{plural(result.unassigned.length, 'delivery', 'deliveries')} left off</h3>
          <ul className={style.leftOff}>
            {result.unassigned.map(({ external_ref, reason, nearest_fix }) => (
              <li key={external_ref}>
                <strong>{external_ref}</strong>: {reason.message}
                {nearest_fix ? <span className={style.soft}> Would fit: {nearest_fix}</span> : null}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Every delivery of the build has a place.</p>
      )}
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          Look at the routes
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const Row = ({ name, before, after }: { name: string; before: string; after: string }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{before}</td>
    <td>{after}</td>
  </tr>
)
