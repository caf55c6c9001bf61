// What to build, with which vehicles, and how.
import { useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/office/day.ts'
import { MAX_DELIVERIES_PER_BUILD } from '../../../src/contract/limits.ts'
import type { Balance } from '../../../src/domain/planning/balance.ts'
import { holdsVehicle } from '../../../src/domain/routes/route.ts'
import { BALANCE_NAMES } from './balance-names.ts'
import { Check, Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { Sent } from '../../ui/form-values.ts'
import { plural } from '../../ui/format.ts'
import { Link } from '../link.tsx'
import style from './day.module.css'

export interface BuildOrder {
  vehicle_ids?: string[]
  external_refs?: string[]
  options?: { balance?: Balance; time_limit_seconds?: number; usual_areas?: boolean; vehicles?: 'FEWEST' }
}

interface Props {
  day: DayOut
  selected: ReadonlySet<string>
  again: boolean
  onClose: () => void
  fault: string | null
  /** `compare` asks for two plans to choose between. */
  onRun: (order: BuildOrder, compare: boolean) => void
}

/** From the fewest miles to the most even days. */
const BALANCES: readonly Balance[] = ['NONE', 'FAIR', 'TIME', 'STOPS']
const BALANCE_WORDS: Record<Balance, string> = {
  NONE: 'fewest miles and hours, however uneven',
  FAIR: 'similar hours, few extra miles',
  TIME: 'the same hours, more miles',
  STOPS: 'the same number of stops, more miles',
}

export function BuildAsk({ day, selected, again: asked, fault, onClose, onRun }: Props) {
  const chosen = day.pool.filter((order) => selected.has(order.order_uuid))
  // The day shows only so many of its deliveries; a build that names none takes them all.
  const everything = chosen.length === 0 && day.pool_count <= MAX_DELIVERIES_PER_BUILD
  const orders = chosen.length > 0 ? chosen : day.pool
  const partial = !everything && orders.length < day.pool_count
  const count = everything ? day.pool_count : orders.length
  const free = day.vehicles.filter((vehicle) => !routeOf(day, vehicle.vehicle_uuid))
  const planned = day.vehicles.filter((vehicle) => routeOf(day, vehicle.vehicle_uuid)?.status === 'PLANNED')
  // With no vehicle free, all that a build can do is to plan routes again.
  const full = free.length === 0 && planned.length > 0
  const again = asked || full
  const orderOf = (sent: Sent): BuildOrder => {
    const vehicles = sent.all('vehicle')
    const balance = BALANCES[Number(sent.text('balance'))] ?? 'FAIR'
    const all = vehicles.length === free.length && free.every(({ vehicle_uuid }) => vehicles.includes(vehicle_uuid))
    return {
      ...(partial && orders.length > 0 && { external_refs: orders.map(({ external_ref }) => external_ref) }),
      ...(!all && { vehicle_ids: vehicles }),
      options: {
        balance,
        time_limit_seconds: Number(sent.text('seconds')),
        ...(sent.all('fewest').length > 0 && { vehicles: 'FEWEST' as const }),
        ...(sent.all('usual').length === 0 && { usual_areas: false }),
      },
    }
  }
  return (
    <FormDialog
      title={again ? 'Re-optimize routes' : 'Build routes'}
      action={again ? 'Re-optimize' : 'Build routes'}
      reason={
        orders.length === 0 && day.routes.length === 0
          ? 'There are no unassigned deliveries on this day.'
          : day.vehicles.length > 0 && free.length === 0 && planned.length === 0
            ? 'The routes of all vehicles are sent. Choose deliveries and Fit in …, or add a vehicle.'
            : null
      }
      values={{
        vehicle: (again ? planned : free).map(({ vehicle_uuid }) => vehicle_uuid),
        balance: BALANCES.indexOf('FAIR'),
        usual: true,
        seconds: count > 1_000 ? 60 : count > 100 ? 10 : 5,
      }}
      save={async (sent) => ({ order: orderOf(sent), compare: sent.all('compare').length > 0 })}
      onSaved={({ order, compare }) => onRun(order, compare)}
      onClose={onClose}
    >
      {fault ? (
        <p role="alert" className={style.refusal}>
          {fault}
        </p>
      ) : null}
      <p>
        {chosen.length > 0
          ? `${plural(count, 'delivery', 'deliveries')} selected`
          : partial
            ? `${count} of ${day.pool_count} unassigned deliveries: a build takes at most ${MAX_DELIVERIES_PER_BUILD}`
            : `All ${plural(count, 'unassigned delivery', 'unassigned deliveries')}`}
        {again ? ', and the stops of the routes chosen here. Locked stops stay where they are.' : ''}
      </p>
      {full && !asked ? <p>Every vehicle has a route already, so these routes are planned again.</p> : null}
      <fieldset className={style.vehicles}>
        <legend>Vehicles</legend>
        {day.vehicles.length === 0 ? (
          <p>
            There are no vehicles yet. Add them under <Link href="/fleet">Fleet</Link>.
          </p>
        ) : null}
        {day.vehicles.map(({ vehicle_uuid, name }) => {
          const route = routeOf(day, vehicle_uuid)
          const sent = route !== null && route.status !== 'PLANNED'
          return (
            <Check key={vehicle_uuid} name="vehicle" value={vehicle_uuid} disabled={sent}>
              {name}
              <span className={style.soft}>
                {sent ? ' already sent' : route ? ` · re-plans its ${plural(route.stop_count, 'stop')}` : ''}
              </span>
            </Check>
          )
        })}
      </fieldset>
      <Check name="fewest">Use only as many vehicles as are needed</Check>
      <BalanceSlider />
      <Check name="compare">Compare two plans, then choose</Check>
      <Check name="usual">Keep drivers in their usual areas where it costs nothing</Check>
      <SelectField label="Time to search" name="seconds">
        {[2, 5, 10, 20, 30, 60].map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds} seconds
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}

/** From least driving to even days, in words. */
function BalanceSlider() {
  const [at, setAt] = useState(BALANCES.indexOf('FAIR'))
  const balance = BALANCES[at] ?? 'FAIR'
  const words = `${BALANCE_NAMES[balance]}: ${BALANCE_WORDS[balance]}`
  return (
    <Field
      label="Driving or even days"
      name="balance"
      type="range"
      min={0}
      max={BALANCES.length - 1}
      step={1}
      aria-valuetext={words}
      hint={words}
      onChange={({ target }) => setAt(Number(target.value))}
    />
  )
}

/** The route that holds the vehicle; an empty one is filled. */
const routeOf = (day: DayOut, vehicleId: string): DayRoute | null =>
  day.routes.find(
    ({ vehicle, status, stop_count: stopCount }) =>
      vehicle.vehicle_uuid === vehicleId && holdsVehicle({ status, stopCount }),
  ) ?? null
