// Form of a build: deliveries, vehicles and options.
import { useState } from 'react'
import type { DayOut, DayRoute, PoolOrder } from '../../../src/contract/day.ts'
import { MAX_DELIVERIES_PER_BUILD } from '../../../src/contract/limits.ts'
import type { Balance } from '../../../src/domain/planning/balance.ts'
import { holdsVehicle } from '../../../src/domain/routes/route.ts'
import { Check, Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import type { SubmittedForm } from '../../ui/form-values.ts'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import style from './day.module.css'

export interface BuildRequest {
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
  /** Starts the build. With `compare`, it returns two plans to choose between. */
  onRun: (order: BuildRequest, compare: boolean) => void
}

/** Options of the slider, from least driving to most even workloads. */
const BALANCES: readonly Balance[] = ['NONE', 'FAIR', 'TIME', 'STOPS']

export function BuildForm({ day, selected, again: asked, fault, onClose, onRun }: Props) {
  const deliveries = deliveriesOf(day, selected)
  const free = day.vehicles.filter((vehicle) => !occupyingRoute(day, vehicle.vehicle_uuid))
  const planned = day.vehicles.filter((vehicle) => occupyingRoute(day, vehicle.vehicle_uuid)?.status === 'PLANNED')
  // If no vehicle is free, a build can only re-plan planned routes.
  const full = free.length === 0 && planned.length > 0
  const again = asked || full
  return (
    <FormDialog
      title={again ? words.build.again : words.build.build}
      action={again ? words.build.reoptimize : words.build.build}
      reason={
        deliveries.orders.length === 0 && planned.length === 0
          ? words.build.nothingUnassigned
          : day.vehicles.length > 0 && free.length === 0 && planned.length === 0
            ? words.build.allSent
            : null
      }
      values={{
        vehicle: (again ? planned : free).map(({ vehicle_uuid }) => vehicle_uuid),
        balance: BALANCES.indexOf('FAIR'),
        usual: true,
        seconds: deliveries.count > 1_000 ? 60 : deliveries.count > 100 ? 10 : 5,
      }}
      save={async (sent) => ({ order: requestOf(sent, deliveries, free), compare: sent.all('compare').length > 0 })}
      onSaved={({ order, compare }) => onRun(order, compare)}
      onClose={onClose}
    >
      {fault ? (
        <p role="alert" className={style.refusal}>
          {fault}
        </p>
      ) : null}
      <p>
        {!again
          ? deliveries.text
          : deliveries.count === 0
            ? words.build.onlyStops
            : words.build.andStops(deliveries.text)}
      </p>
      {full && !asked ? <p>{words.build.everyVehicleHasOne}</p> : null}
      <VehicleChoice day={day} />
      <Check name="fewest">{words.build.fewest}</Check>
      <BalanceSlider />
      <Check name="compare">{words.build.compareTwo}</Check>
      <Check name="usual">{words.build.usualAreas}</Check>
      <SelectField
        label={words.build.timeToSearch}
        name="seconds"
        options={[2, 5, 10, 20, 30, 60].map((seconds) => [seconds, words.build.seconds(seconds)])}
      />
    </FormDialog>
  )
}

/** Deliveries that a build plans. */
interface BuildDeliveries {
  /** The deliveries that the day lists. The day lists a limited number. */
  orders: readonly PoolOrder[]
  count: number
  /** True if the request must name the deliveries, because some unassigned deliveries are not planned. */
  partial: boolean
  /** Text that describes the deliveries to the user. */
  text: string
}

function deliveriesOf(day: DayOut, selected: ReadonlySet<string>): BuildDeliveries {
  const chosen = day.pool.filter((order) => selected.has(order.order_uuid))
  // The day lists a limited number of unassigned deliveries. A build without `external_refs` includes all of them.
  const everything = chosen.length === 0 && day.pool_count <= MAX_DELIVERIES_PER_BUILD
  const orders = chosen.length > 0 ? chosen : day.pool
  const partial = !everything && orders.length < day.pool_count
  const count = everything ? day.pool_count : orders.length
  const text =
    chosen.length > 0
      ? words.build.selected(count)
      : partial
        ? words.build.partOf(count, day.pool_count, MAX_DELIVERIES_PER_BUILD)
        : count === 0
          ? words.build.nothingUnassigned
          : words.build.all(count)
  return { orders, count, partial, text }
}

function requestOf(sent: SubmittedForm, { orders, partial }: BuildDeliveries, free: DayOut['vehicles']): BuildRequest {
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

const VehicleChoice = ({ day }: { day: DayOut }) => (
  <fieldset className={style.vehicles}>
    <legend>{words.common.vehicles}</legend>
    {day.vehicles.length === 0 ? (
      <p>
        <RichText text={words.build.noVehicles} parts={{ a: (inner) => <Link href="/fleet">{inner}</Link> }} />
      </p>
    ) : null}
    {day.vehicles.map(({ vehicle_uuid, name }) => {
      const route = occupyingRoute(day, vehicle_uuid)
      const sent = route !== null && route.status !== 'PLANNED'
      return (
        <Check key={vehicle_uuid} name="vehicle" value={vehicle_uuid} disabled={sent}>
          {name}
          <span className={style.soft}>
            {sent ? ` ${words.build.alreadySent}` : route ? ` ${words.build.replans(route.stop_count)}` : ''}
          </span>
        </Check>
      )
    })}
  </fieldset>
)

/** Slider for the balance of a build, from least driving to even workloads. */
function BalanceSlider() {
  const [at, setAt] = useState(BALANCES.indexOf('FAIR'))
  const balance = BALANCES[at] ?? 'FAIR'
  const said = words.build.balanceSaid(words.build.balances[balance], words.build.balanceHints[balance])
  return (
    <Field
      label={words.build.drivingOrEven}
      name="balance"
      type="range"
      min={0}
      max={BALANCES.length - 1}
      step={1}
      aria-valuetext={said}
      hint={said}
      onChange={({ target }) => setAt(Number(target.value))}
    />
  )
}

/** Returns the route that occupies the vehicle. A build may fill an empty route. */
const occupyingRoute = (day: DayOut, vehicleId: string): DayRoute | null =>
  day.routes.find(
    ({ vehicle, status, stop_count: stopCount }) =>
      vehicle.vehicle_uuid === vehicleId && holdsVehicle({ status, stopCount }),
  ) ?? null
