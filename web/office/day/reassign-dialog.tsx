// Dialog that assigns a whole route to another vehicle or driver. Each vehicle is listed with its warnings.
import { useState } from 'react'
import type { DayOut, DayRoute, DayVehicle } from '../../../src/contract/day.ts'
import { carryRefusal } from '../../../src/domain/routes/manual-planning.ts'
import { lengthWarnings, loadWarnings } from '../../../src/domain/routes/manual-warnings.ts'
import { holdsVehicle, isRunning } from '../../../src/domain/routes/route.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { clockTime, timeOf, currentFormats } from '../../ui/format.ts'
import { inWords, refusalInWords, words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import style from './day.module.css'
import type { Step } from './history.ts'
import { silentDriverWarning } from './silent.ts'

/** Returns text such as " (drives Van 2)", so that no driver gets two routes by accident. */
function otherRouteNote(day: DayOut, { route_uuid }: DayRoute, driverId: string): string {
  const others = day.routes.filter(
    (route) =>
      route.route_uuid !== route_uuid &&
      holdsVehicle({ status: route.status, stopCount: route.stop_count }) &&
      route.driver?.driver_uuid === driverId,
  )
  return others.length > 0 ? ` ${words.day.drives(others.map(({ name }) => name).join(', '))}` : ''
}

interface Props {
  day: DayOut
  route: DayRoute
  latest: () => DayOut
  onStep: (step: Step) => void
  onClose: () => void
}

export function ReassignDialog({ day, route, latest, onStep, onClose }: Props) {
  const zone = useSession().business.time_zone
  const [driver, setDriver] = useState(route.driver?.driver_uuid ?? '')
  const running = isRunning(route.status)
  const vehicles = day.vehicles.filter(({ vehicle_uuid }) => vehicle_uuid !== route.vehicle.vehicle_uuid)
  const silent = silentDriverWarning(
    day,
    route.stops.map(({ order_uuid }) => order_uuid),
    zone,
  )
  const own = day.drivers.find(({ driver_uuid }) => driver_uuid === driver)
  return (
    <Dialog title={words.day.reassignOf(route.name)} onClose={onClose}>
      <SelectField
        label={words.common.driver}
        value={driver}
        hint={running ? words.day.newDriverTexted : words.day.textedWhenSent}
        onChange={(event) => setDriver(event.target.value)}
        none={words.day.noDriverChosen}
        options={day.drivers.map(({ driver_uuid, name }) => [
          driver_uuid,
          name + otherRouteNote(day, route, driver_uuid),
        ])}
      />
      {silent ? <p className={style.warn}>{silent}</p> : null}
      <Button
        reason={driver === (route.driver?.driver_uuid ?? '') ? words.day.chooseDriver : null}
        onClick={() => {
          onStep(driverStep(route, driver || null, own?.name ?? words.common.noDriver))
          onClose()
        }}
      >
        {words.day.changeDriver}
      </Button>
      <h3>{words.common.vehicle}</h3>
      <ul className={style.places}>
        {vehicles.length === 0 ? <li className={style.soft}>{words.day.noOtherVehicle}</li> : null}
        {vehicles.map((vehicle) => {
          const refusal = refusalOf(day, route, vehicle)
          const warnings = [...warningsOf(day, route, vehicle), ...shiftOverrunTexts(route, vehicle, zone)]
          return (
            <li key={vehicle.vehicle_uuid}>
              <div>
                <strong>{vehicle.name}</strong>
                <p className={refusal || warnings.length === 0 ? style.soft : style.warn}>
                  {refusal ?? (warnings.join(', ') || words.day.takesAll)}
                </p>
              </div>
              <Button
                aria-label={words.day.moveHereOf(vehicle.name)}
                reason={refusal}
                onClick={() => {
                  onStep(vehicleStep(latest, route, vehicle))
                  onClose()
                }}
              >
                {words.day.moveHere}
              </Button>
            </li>
          )
        })}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>{words.common.close}</Button>
      </DialogActions>
    </Dialog>
  )
}

const carrier = (vehicle: DayVehicle) => ({
  name: vehicle.name,
  temperatureClasses: vehicle.temperature_classes,
  capacityLbs: vehicle.capacity_lbs,
  maxStops: vehicle.max_stops,
  rules: omitUnset({
    skills: vehicle.skills,
    capacityPieces: vehicle.capacity_pieces,
    capacityCubicFeet: vehicle.capacity_cubic_feet,
    maxWorkingMinutes: vehicle.max_working_minutes,
    maxDrivingMinutes: vehicle.max_driving_minutes,
  }),
})

/**
 * Returns the warnings for moving the route to this vehicle. A planned route would get the default driver of the vehicle. A
 * sent route would keep its driver.
 */
function warningsOf(day: DayOut, route: DayRoute, vehicle: DayVehicle): string[] {
  const usual = day.drivers.find(({ driver_uuid }) => driver_uuid === vehicle.driver_uuid)
  const driver = (isRunning(route.status) ? null : usual) ?? route.driver
  const { planned_start: start, planned_end: end } = route
  const { rules, ...carries } = carrier(vehicle)
  const stops = route.stops.map((stop) => ({
    externalRef: stop.external_ref,
    status: stop.status,
    // A planned route gets the reloads of its new vehicle, or none if that vehicle doesn't reload.
    trip: isRunning(route.status) || vehicle.reload_minutes !== undefined ? stop.trip : 1,
    loadWeightLbs: stop.load_weight_lbs,
    rules: omitUnset({
      loadPieces: stop.load_pieces,
      loadCubicFeet: stop.load_cubic_feet,
      requiredSkills: stop.required_skills,
      requiredDrivers: stop.required_drivers,
      excludedDrivers: stop.excluded_drivers,
      pickupWeightLbs: stop.pickup_weight_lbs,
      pickupPieces: stop.pickup_pieces,
      pickupCubicFeet: stop.pickup_cubic_feet,
      goodsFrom: stop.goods_from,
    }),
  }))
  return [
    ...loadWarnings({ ...carries, rules }, stops, driver?.name ?? null, currentFormats()),
    ...lengthWarnings(rules, {
      workMinutes: start && end ? (Date.parse(end) - Date.parse(start)) / 60_000 : 0,
      driveMinutes: route.drive_minutes,
    }),
  ].map(({ message }) => inWords(message))
}

/** Omits null and undefined members. */
const omitUnset = <T extends object>(rules: T) =>
  Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined && value !== null)) as {
    [Name in keyof T]?: NonNullable<T[Name]>
  }

function refusalOf(day: DayOut, route: DayRoute, vehicle: DayVehicle): string | null {
  const busy = day.routes.find(
    ({ status, stop_count: stopCount, vehicle: { vehicle_uuid } }) =>
      vehicle_uuid === vehicle.vehicle_uuid && holdsVehicle({ status, stopCount }),
  )
  if (busy) return busy.name === vehicle.name ? words.day.drivesOwn : words.day.drivesThatDay(busy.name)
  const open = route.stops.filter(({ finished_at }) => !finished_at)
  return refusalInWords(
    carryRefusal(
      carrier(vehicle),
      open.map((stop) => ({ externalRef: stop.external_ref, temperatureClass: stop.temperature_class })),
    ),
  )
}

/**
 * Returns a warning if the route's current times are outside the vehicle's shift. The server computes the times of a planned
 * route again for the new vehicle, so they may change.
 */
function shiftOverrunTexts(route: DayRoute, vehicle: DayVehicle, zone: string): string[] {
  if (!route.planned_start || !route.planned_end) return []
  const clock = (instant: string) => new Date(instant).toLocaleTimeString('en-GB', { timeZone: zone, hour12: false })
  return clock(route.planned_start) < vehicle.shift_start || clock(route.planned_end) > vehicle.shift_end
    ? [
        words.day.shiftIs(
          clockTime(vehicle.shift_start),
          clockTime(vehicle.shift_end),
          timeOf(route.planned_start, zone),
          timeOf(route.planned_end, zone),
        ),
      ]
    : []
}

const driverStep = (route: DayRoute, driverId: string | null, name: string): Step => ({
  label: words.day.goesTo(route.name, name),
  make: async () => {
    const { no_text } = await call('POST /routes/{route_uuid}/reassign', {
      params: { route_uuid: route.route_uuid },
      body: { driver_uuid: driverId },
    })
    return no_text ? [words.day.wasNotTexted(no_text)] : []
  },
})

function vehicleStep(latest: () => DayOut, route: DayRoute, vehicle: DayVehicle): Step {
  const find = () => latest().routes.find(({ route_uuid }) => route_uuid === route.route_uuid) ?? route
  return {
    label: words.day.movedTo(route.name, vehicle.name),
    make: async () => {
      const moved = await call('POST /routes/{route_uuid}/vehicle', {
        params: { route_uuid: route.route_uuid },
        body: { vehicle_uuid: vehicle.vehicle_uuid, version: find().version },
      })
      return moved.driver ? [words.day.driverIs(moved.driver.name)] : []
    },
  }
}
