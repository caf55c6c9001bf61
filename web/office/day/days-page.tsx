// Result of planning several days: vehicles are rows, days are columns. The panel lists the deliveries that changed their day.
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BuildDaysOut } from '../../../src/contract/build-days.ts'
import type { DayOut, DayRoute, DayVehicle } from '../../../src/contract/day.ts'
import { call } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { addDays, dayText, dayToIso, miles, minutes, namedDay, percent } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useSharedReason } from '../session.tsx'
import { undoneWords } from '../undo-words.ts'
import { UnassignedList } from './build-result.tsx'
import { routeMark } from './colors.ts'
import { CoverPage } from './cover-page.tsx'
import style from './days.module.css'

interface Props {
  day: DayOut
  /** Number of planned days. */
  count: number
  result: BuildDaysOut
  /** ID of the step that undoes this plan. */
  stepId: string | undefined
  onUndone: () => void
  onSaid: (text: string) => void
  onClose: () => void
}

export function DaysPage({ day, count, result, stepId, onUndone, onSaid, onClose }: Props) {
  const dates = Array.from({ length: count }, (_, i) => addDays(day.date, i))
  const read = useQueries({ queries: dates.map((date) => endpointQuery('GET /day', { query: { date } })) })
  const days = read.map(({ data }) => data ?? null)
  const [chosen, setChosen] = useState<PanelProps['chosen']>(null)
  const left = [...result.unassigned, ...result.days.flatMap((one) => one.unassigned)]
  return (
    <CoverPage
      title={words.build.daysPlanned}
      className={style.page}
      onClose={onClose}
      beside={<span className={style.soft}>{`${namedDay(dates[0] ?? '')} – ${namedDay(dates.at(-1) ?? '')}`}</span>}
      actions={
        <>
          <UndoPlan {...{ stepId, onUndone, onSaid }} />
          <Button kind="primary" onClick={onClose}>
            {words.build.viewRoutes}
          </Button>
        </>
      }
    >
      <Totals {...{ result, left }} />
      <Matrix {...{ day, dates, days, result, chosen }} onChoose={setChosen} />
      <MovedPanel {...{ dates, days, result, chosen, left }} vehicles={day.vehicles} />
    </CoverPage>
  )
}

/** Button that undoes the plan of all days. It is shown only while that step can be undone. */
function UndoPlan({ stepId, onUndone, onSaid }: Pick<Props, 'stepId' | 'onUndone' | 'onSaid'>) {
  const again = useInvalidate()
  const { data } = useQuery(endpointQuery('GET /undo-steps'))
  const { run, busy, said: refusal } = useActionRunner()
  const step = data?.steps.find(({ step_uuid }) => step_uuid === stepId)
  const undo = (planned: NonNullable<typeof step>): Promise<void> =>
    run(async () => {
      const done = await call('POST /undo-steps/{step_uuid}/undo', { params: { step_uuid: planned.step_uuid } })
      await again('GET /day', 'GET /undo-steps')
      onSaid(undoneWords(planned, done))
      onUndone()
    })
  return (
    <>
      {refusal ? <span role="alert">{refusal}</span> : null}
      {step ? (
        <Button busy={busy} onClick={() => void undo(step)}>
          {words.build.undoDays}
        </Button>
      ) : null}
    </>
  )
}

/** The result in a sentence, with two figures. */
function Totals({ result, left }: Pick<PanelProps, 'result' | 'left'>) {
  const built = result.days.flatMap(({ routes }) => routes)
  const stops = built.reduce((sum, { stop_count }) => sum + stop_count, 0)
  return (
    <div className={style.strip}>
      <div>
        <h2>{words.build.haveADay(stops, stops + left.length)}</h2>
        <p>
          {result.moved.length === 0 ? words.build.noneMoved : words.build.moved(result.moved.length)}{' '}
          {left.length === 0 ? words.build.allDaysOnRoutes : null} {words.build.nothingSent}
        </p>
      </div>
      <dl>
        <div>
          <dt>{words.common.driving}</dt>
          <dd>{minutes(built.reduce((sum, { drive_minutes }) => sum + drive_minutes, 0))}</dd>
        </div>
        <div>
          <dt>{words.common.distance}</dt>
          <dd>{miles(built.reduce((sum, { distance_miles }) => sum + distance_miles, 0))}</dd>
        </div>
      </dl>
    </div>
  )
}

interface MatrixProps extends Pick<PanelProps, 'dates' | 'days' | 'result' | 'chosen'> {
  day: DayOut
  onChoose: (cell: { date: string; vehicleId: string }) => void
}

function Matrix({ day, dates, days, result, chosen, onChoose }: MatrixProps) {
  return (
    <div className={style.matrix}>
      <table>
        <thead>
          <tr>
            <td />
            {dates.map((date, i) => (
              <DayHead key={date} date={date} days={days} at={i} />
            ))}
          </tr>
        </thead>
        <tbody>
          {day.vehicles.map((vehicle) => (
            <tr key={vehicle.vehicle_uuid}>
              <VehicleHead {...{ day, vehicle, days }} />
              {dates.map((date, i) => {
                const route = days[i]?.routes.find((one) => isOf(one, vehicle.vehicle_uuid))
                return (
                  <td key={date}>
                    {route ? (
                      <Cell
                        {...{ route }}
                        added={result.moved.filter((one) => one.to === date && isOn(route, one.order_uuid)).length}
                        chosen={chosen?.date === date && chosen.vehicleId === vehicle.vehicle_uuid}
                        onChoose={() => onChoose({ date, vehicleId: vehicle.vehicle_uuid })}
                      />
                    ) : null}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.common.unassigned}</th>
            {dates.map((date, i) => (
              <td key={date}>
                {days[i] ? days[i].pool_count === 0 ? words.build.noneOfDay : <b>{days[i].pool_count}</b> : '…'}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const isOf = ({ vehicle, status, stop_count }: DayRoute, vehicleId: string): boolean =>
  vehicle.vehicle_uuid === vehicleId && status !== 'CANCELLED' && stop_count > 0
const isOn = ({ stops }: DayRoute, orderId: string): boolean => stops.some(({ order_uuid }) => order_uuid === orderId)
const stopsOf = (day: DayOut | null): number => day?.routes.reduce((sum, { stop_count }) => sum + stop_count, 0) ?? 0

/** A day with its deliveries, compared with the busiest day. */
function DayHead({ date, days, at }: { date: string; days: readonly (DayOut | null)[]; at: number }) {
  const count = stopsOf(days[at] ?? null)
  const most = Math.max(1, ...days.map(stopsOf))
  return (
    <th scope="col">
      <Link href={`/?date=${dayToIso(date)}`} title={dayText(date)}>
        {namedDay(date)}
        <span className="visually-hidden"> {dayText(date)}</span>
      </Link>
      <span className={style.soft}>{words.common.deliveriesCounted(count)}</span>
      <Bar share={count / most} />
    </th>
  )
}

interface VehicleHeadProps {
  day: DayOut
  vehicle: DayVehicle
  days: readonly (DayOut | null)[]
}

/** A vehicle with its usual driver, in the color of its routes. */
function VehicleHead({ day, vehicle: { vehicle_uuid: id, driver_uuid, name }, days }: VehicleHeadProps) {
  const route = days.flatMap((one) => one?.routes ?? []).find(({ vehicle }) => vehicle.vehicle_uuid === id)
  const usual = day.drivers.find((driver) => driver.driver_uuid === driver_uuid)
  return (
    <th scope="row">
      <i style={{ background: route ? routeMark(route.color).color : 'var(--route-none)' }} />
      {name}
      <span className={style.soft}>{usual?.name ?? words.common.noDriver}</span>
    </th>
  )
}

const Bar = ({ share }: { share: number }) => (
  <span className={style.bar} data-over={share > 1 || undefined}>
    <i style={{ width: percent(Math.min(1, share)) }} />
  </span>
)

interface CellProps {
  route: DayRoute
  /** Number of deliveries that moved here from another day. */
  added: number
  chosen: boolean
  onChoose: () => void
}

/** A route of one day: stops, the deliveries that moved here, hours and load. A sent route has its icon. */
function Cell({ route, added, chosen, onChoose }: CellProps) {
  const { planned_start: start, planned_end: end, capacity_lbs: capacity, load_weight_lbs: load, status } = route
  const hours = start && end ? minutes((Date.parse(end) - Date.parse(start)) / 60_000) : '–'
  const share = capacity ? load / capacity : null
  return (
    <button type="button" className={style.cell} aria-pressed={chosen} onClick={onChoose}>
      <span className={style.count}>
        {words.common.stopsCounted(route.stop_count)}
        {added > 0 ? <span className={style.added}>+{added}</span> : null}
        {status === 'PLANNED' ? null : <Icon name="send" label={words.common.routeStatus[status]} />}
      </span>
      <Bar share={share ?? 0} />
      <span className={style.soft}>{share === null ? hours : `${hours} · ${percent(share)}`}</span>
    </button>
  )
}

interface PanelProps {
  dates: readonly string[]
  days: readonly (DayOut | null)[]
  vehicles: DayOut['vehicles']
  result: BuildDaysOut
  chosen: { date: string; vehicleId: string } | null
  left: BuildDaysOut['unassigned']
}

/** Deliveries that changed their day, of the chosen cell or of all days, and the unassigned ones. */
function MovedPanel({ dates, days, vehicles, result, chosen, left }: PanelProps) {
  const vehicle = vehicles.find(({ vehicle_uuid }) => vehicle_uuid === chosen?.vehicleId)
  const routeOf = (date: string): DayRoute | undefined =>
    days[dates.indexOf(date)]?.routes.find((one) => isOf(one, chosen?.vehicleId ?? ''))
  const moved = result.moved.filter(({ to, order_uuid }) => {
    if (!chosen) return true
    const route = to === chosen.date ? routeOf(to) : undefined
    return route !== undefined && isOn(route, order_uuid)
  })
  const title = chosen && vehicle ? `${namedDay(chosen.date)} · ${vehicle.name}` : words.build.changedDay
  const stops = days.flatMap((day) => day?.routes ?? []).flatMap((route) => route.stops)
  return (
    <aside className={style.panel} aria-label={title}>
      <h2>{title}</h2>
      {moved.length === 0 ? <p className={style.soft}>{words.build.noneMoved}</p> : null}
      <ul>
        {moved.map(({ order_uuid, external_ref, from, to }) => {
          const stop = stops.find((one) => one.order_uuid === order_uuid)
          return (
            <li key={order_uuid}>
              <span>
                <b>{stop?.address.line1 ?? external_ref}</b>
                <span className={style.soft}>{stop?.customer_name}</span>
              </span>
              <Dates {...{ dates, from, to }} />
              <KeepDay orderId={order_uuid} day={to} name={stop?.address.line1 ?? external_ref} />
            </li>
          )
        })}
      </ul>
      {left.length > 0 ? <UnassignedList unassigned={left} /> : null}
      {moved.length > 0 ? <p className={style.legend}>{words.build.datesLegend}</p> : null}
    </aside>
  )
}

/** Keeps a delivery on its planned day, so that the next plan doesn't move it. */
function KeepDay({ orderId, day, name }: { orderId: string; day: string; name: string }) {
  const role = useSharedReason('changeOrders')
  const [isKept, setIsKept] = useState(false)
  const { run, busy, said: refusal } = useActionRunner()
  const keep = (): Promise<void> =>
    run(async () => {
      const [result] = await call('POST /orders-dates', { body: { order_uuids: [orderId], delivery_date: day } })
      if (!result?.done) return result?.message ?? ''
      setIsKept(true)
      return ''
    })
  const title = isKept ? words.build.isKeptOn(name, namedDay(day)) : words.build.keepOn(name, namedDay(day))
  return (
    <>
      <Button
        kind="quiet"
        small
        icon
        aria-label={title}
        title={title}
        aria-pressed={isKept}
        reason={role}
        onClick={() => {
          if (!isKept && !busy) void keep()
        }}
      >
        <Icon name="lock" />
      </Button>
      {refusal ? <span role="alert">{refusal}</span> : null}
    </>
  )
}

/** The days as letters: the former day is dashed, the planned day is filled. */
const Dates = ({ dates, from, to }: { dates: readonly string[]; from: string; to: string }) => (
  <span className={style.dates} role="img" aria-label={words.build.fromTo(namedDay(from), namedDay(to))}>
    {dates.map((date) => (
      <i key={date} data-day={date === to ? 'planned' : date === from ? 'before' : undefined}>
        {namedDay(date).slice(0, 1).toUpperCase()}
      </i>
    ))}
  </span>
)
