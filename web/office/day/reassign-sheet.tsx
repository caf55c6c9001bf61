// Sheet that gives a route to another driver or vehicle. Each choice shows its reasons and warnings.
import { useState } from 'react'
import type { DayOut, DayRoute, DayVehicle } from '../../../src/contract/day.ts'
import { holdsVehicle, isRunning } from '../../../src/domain/routes/route.ts'
import { call } from '../../api/client.ts'
import { type Choice, Choices } from '../../ui/choices.tsx'
import { SelectField } from '../../ui/field.tsx'
import { timeOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { InitialsMark } from '../mark.tsx'
import { useSession } from '../session.tsx'
import type { Step } from './history.ts'
import { Effect, RouteTool } from './route-tool.tsx'
import style from './route-tool.module.css'
import { silentDriverWarning } from './silent.ts'
import { refusalOf, shiftOverrunTexts, warningsOf } from './vehicle-checks.ts'

type Driver = DayOut['drivers'][number]

interface Props {
  day: DayOut
  route: DayRoute
  latest: () => DayOut
  onStep: (step: Step) => void
  onClose: () => void
}

export function ReassignSheet({ day, route, latest, onStep, onClose }: Props) {
  const zone = useSession().business.time_zone
  const said = words.reassign
  const [vehicleId, setVehicleId] = useState(route.vehicle.vehicle_uuid)
  const [wanted, setWanted] = useState<string | null>(null)
  const vehicle = day.vehicles.find(({ vehicle_uuid }) => vehicle_uuid === vehicleId)
  const isMoved = vehicleId !== route.vehicle.vehicle_uuid
  // A planned route gets the usual driver of its new vehicle. A sent route keeps its driver.
  const usual = isMoved && !isRunning(route.status) ? vehicle?.driver_uuid : null
  const own = usual ?? route.driver?.driver_uuid ?? ''
  const driverId = wanted ?? own
  const driver = day.drivers.find(({ driver_uuid }) => driver_uuid === driverId)
  const silent = silentDriverWarning(
    day,
    route.stops.map(({ order_uuid }) => order_uuid),
    zone,
  )
  const warnings = [
    ...(silent ? [silent] : []),
    ...(vehicle ? warningsOf(route, vehicle, driver?.name ?? null) : []),
    ...(vehicle && isMoved ? shiftOverrunTexts(route, vehicle, zone) : []),
  ]
  const save = (): void => {
    if (isMoved && vehicle) onStep(vehicleStep(latest, route, vehicle))
    if (driverId !== own) onStep(driverStep(route, driverId || null, driver?.name ?? words.common.noDriver))
    onClose()
  }
  return (
    <RouteTool
      {...{ route, onClose }}
      title={said.title(route.name)}
      lead={isRunning(route.status) ? said.newDriverTexted : said.textedWhenSent}
      cost={warnings.length === 0 ? said.noCost : said.warnings(warnings.length)}
      costLine={isMoved ? said.timesChange : said.nothingElse}
      yes={isMoved ? said.moveTo(vehicle?.name ?? '') : driver ? said.assign(driver.name) : said.leaveWithout}
      reason={!isMoved && driverId === own ? said.chooseFirst : null}
      onYes={save}
    >
      <DriverChoices {...{ day, route, vehicle }} chosen={driverId} onChoose={setWanted} />
      <section>
        <SelectField
          label={words.common.vehicle}
          value={vehicleId}
          onChange={(event) => setVehicleId(event.target.value)}
          options={day.vehicles.map((one) => {
            const refusal = one.vehicle_uuid === route.vehicle.vehicle_uuid ? null : refusalOf(day, route, one)
            return [one.vehicle_uuid, [one.name, refusal].filter(Boolean).join(' · '), null, refusal !== null]
          })}
        />
      </section>
      <div className={style.effects}>
        {warnings.map((warning) => (
          <Effect key={warning} icon="warning" tone="warn">
            {warning}
          </Effect>
        ))}
        {warnings.length === 0 ? (
          <Effect icon="checked" tone="good">
            {said.takesAll}
          </Effect>
        ) : null}
      </div>
    </RouteTool>
  )
}

interface DriverChoicesProps {
  day: DayOut
  route: DayRoute
  vehicle: DayVehicle | undefined
  chosen: string
  onChoose: (driverId: string) => void
}

/** The drivers without another route that day, then the drivers with one. */
function DriverChoices({ day, route, vehicle, chosen, onChoose }: DriverChoicesProps) {
  const zone = useSession().business.time_zone
  const said = words.reassign
  const routesOf = ({ driver_uuid: id }: Driver): DayRoute[] =>
    day.routes.filter(
      (other) =>
        other.route_uuid !== route.route_uuid &&
        holdsVehicle({ status: other.status, stopCount: other.stop_count }) &&
        other.driver?.driver_uuid === id,
    )
  const choiceOf = (driver: Driver): Choice => {
    const others = routesOf(driver)
    const isUsual = driver.driver_uuid === vehicle?.driver_uuid
    const lines = [
      driver.driver_uuid === route.driver?.driver_uuid ? said.drivesNow : isUsual ? said.usualOf(vehicle.name) : null,
      ...others.map(({ name, planned_end: end }) => (end ? said.until(name, timeOf(end, zone)) : name)),
    ]
    const isBoth = others.some((other) => isAtSameTime(route, other))
    return {
      key: driver.driver_uuid,
      name: (
        <>
          <InitialsMark name={driver.name} />
          {driver.name}
        </>
      ),
      line: lines.filter(Boolean).join(' · '),
      end: others.length === 0 ? null : isBoth ? <span className={style.warn}>{said.sameTime}</span> : said.takesBoth,
    }
  }
  const [busy, free] = [true, false].map((isBusy) =>
    day.drivers.filter((driver) => routesOf(driver).length > 0 === isBusy).map(choiceOf),
  )
  const none: Choice = { key: '', name: said.noDriver, line: said.nobody }
  return (
    <>
      <section>
        <h3>{said.free}</h3>
        <Choices label={said.free} choices={[...(free ?? []), none]} {...{ chosen, onChoose }} />
      </section>
      {busy?.length ? (
        <section>
          <h3>{said.busy}</h3>
          <Choices label={said.busy} choices={busy} {...{ chosen, onChoose }} />
        </section>
      ) : null}
    </>
  )
}

/** Whether the planned times overlap. Routes without times don't. */
const isAtSameTime = (a: DayRoute, b: DayRoute): boolean =>
  (a.planned_start ?? '') < (b.planned_end ?? '') && (b.planned_start ?? '') < (a.planned_end ?? '')

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
