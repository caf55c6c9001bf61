// What to build, with which vehicles, and how.
import type { FormEvent } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/office/day.ts'
import { MAX_DELIVERIES_PER_BUILD } from '../../../src/contract/limits.ts'
import { holdsVehicle } from '../../../src/domain/routes/route.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { textFields } from '../../ui/form-fields.ts'
import { plural } from '../../ui/format.ts'
import style from './day.module.css'

type Balance = 'NONE' | 'STOPS' | 'TIME'

export interface BuildOrder {
  vehicle_ids?: string[]
  external_refs?: string[]
  options?: { balance?: Balance; time_limit_seconds?: number }
}

interface Props {
  day: DayOut
  selected: ReadonlySet<string>
  again: boolean
  onClose: () => void
  fault: string | null
  onRun: (order: BuildOrder) => void
}

export function BuildAsk({ day, selected, again, fault, onClose, onRun }: Props) {
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
      ...(partial && orders.length > 0 && { external_refs: orders.map(({ external_ref }) => external_ref) }),
      ...(!all && { vehicle_ids: vehicles }),
      options: { ...(balance && { balance: balance as Balance }), time_limit_seconds: Number(seconds) },
    })
  }
  return (
    <Dialog title={again ? 'Re-optimize routes' : 'Build routes'} onClose={onClose}>
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
          {again ? ', and the stops of the routes chosen here. Locked stops stay where they are.' : ''}
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
                  defaultChecked={again ? route?.status === 'PLANNED' : route === null}
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
        <SelectField label="Balance" name="balance" defaultValue="">
          <option value="">Similar hours, few extra miles</option>
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
            {again ? 'Re-optimize' : 'Build routes'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The route that holds the vehicle; an empty one is filled. */
const routeOf = (day: DayOut, vehicleId: string): DayRoute | null =>
  day.routes.find(
    ({ vehicle, status, stop_count: stopCount }) =>
      vehicle.vehicle_uuid === vehicleId && holdsVehicle({ status, stopCount }),
  ) ?? null
