// Why a build left a delivery unassigned, and the smallest change that would fit it. Changes to vehicles are made here; other
// changes link to their record.
import { useState } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import type { OfficeUnassigned } from '../../../src/contract/build.ts'
import type { VehicleOut } from '../../../src/contract/vehicles.ts'
import { ApiError, call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useRoleReason } from '../session.tsx'
import style from './day.module.css'
import { useDayCommands } from './day-commands.ts'

interface Props {
  day: DayOut
  left: OfficeUnassigned
  onSaid: (text: string) => void
}

export interface VehicleFix {
  /** Label of the button. */
  deed: string
  busy: boolean
  apply: () => void
}

/** The change of a vehicle that one click can make, so that the delivery fits. Null if there is none. */
export function useVehicleFix({ day, left, onSaid }: Props): VehicleFix | null {
  const deeds = useDayCommands()
  const [busy, setBusy] = useState(false)
  const { fix } = left
  const vehicle = day.vehicles.find(({ vehicle_uuid }) => vehicle_uuid === fix?.vehicle_uuid)
  const offer = vehicle && fix ? fixTexts(fix, vehicle.name) : null
  const apply = async (): Promise<void> => {
    if (!fix || !vehicle || !offer) return
    setBusy(true)
    try {
      const fleet = await call('GET /fleet')
      const record = fleet.vehicles.find(({ vehicle_uuid }) => vehicle_uuid === vehicle.vehicle_uuid)
      if (!record) throw new ApiError(404, words.day.vehicleGone(vehicle.name), {})
      const { vehicle_uuid, ...body } = record
      await call('PATCH /vehicles/{vehicle_uuid}', {
        params: { vehicle_uuid },
        body: { ...body, ...vehicleChange(fix, record) },
      })
      const { places } = await call('GET /orders/{order_uuid}/places', { params: { order_uuid: left.order_uuid } })
      const place = places.find(({ route_uuid }) => routeOf(day, vehicle.vehicle_uuid) === route_uuid)
      if (place)
        deeds.move({
          order_uuids: [left.order_uuid],
          to: { route_uuid: place.route_uuid, position: place.position },
        })
      else onSaid(words.day.buildAgain(offer.done))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onSaid(error.message)
    } finally {
      setBusy(false)
    }
  }
  return offer && { deed: offer.deed, busy, apply: () => void apply() }
}

export function UnassignedReason(props: Props) {
  const { left } = props
  const role = useRoleReason('planRoutes')
  const offer = useVehicleFix(props)
  const { fix } = left
  return (
    <div className={style.warnings}>
      <p>{words.day.unassignedBecause(left.reason.message)}</p>
      {left.nearest_fix ? <p>{words.day.fixIs(left.nearest_fix)}</p> : null}
      {offer ? (
        <Button busy={offer.busy} reason={role} onClick={offer.apply}>
          {offer.deed}
        </Button>
      ) : fix?.vehicle_uuid ? (
        <Link href="/fleet">{words.day.openFleet}</Link>
      ) : fix || left.reason.code === 'UNPLACED' ? (
        <Link href={`/orders?order=${left.order_uuid}`}>{words.day.openOrder}</Link>
      ) : null}
    </div>
  )
}

const routeOf = (day: DayOut, vehicleId: string): string | undefined =>
  day.routes.find(({ vehicle, status }) => vehicle.vehicle_uuid === vehicleId && status === 'PLANNED')?.route_uuid

type Fix = NonNullable<OfficeUnassigned['fix']>

const RELOAD_MINUTES = 30
/** Maximum number of reloads of a vehicle. */
const MAX_RELOADS = 5

/**
 * Text of the button for fixes that one click can apply: a temperature class, one more stop, or one more reload. Capacity and
 * shift have no button, because only the business knows their real limits.
 */
function fixTexts({ kind, amount }: Fix, vehicle: string): { deed: string; done: string } | null {
  if (kind === 'TEMPERATURE') {
    const goods = words.common.temperature[amount as keyof typeof words.common.temperature]
    return { deed: words.day.addClass(goods, vehicle), done: words.day.hasClass(vehicle, goods) }
  }
  if (kind === 'MAX_STOPS') return { deed: words.day.oneMore(vehicle), done: words.day.hasOneMore(vehicle) }
  if (kind === 'RELOAD' && Number(amount) <= MAX_RELOADS)
    return { deed: words.day.letReload(vehicle), done: words.day.mayReload(vehicle) }
  return null
}

function vehicleChange({ kind, amount }: Fix, vehicle: VehicleOut): Partial<VehicleOut> {
  if (kind === 'TEMPERATURE')
    return {
      temperature_classes: [...vehicle.temperature_classes, amount as VehicleOut['temperature_classes'][number]],
    }
  if (kind === 'RELOAD')
    return { reload_minutes: vehicle.reload_minutes ?? RELOAD_MINUTES, max_reloads: Number(amount) }
  return { max_stops: vehicle.max_stops === null ? null : vehicle.max_stops + 1 }
}
