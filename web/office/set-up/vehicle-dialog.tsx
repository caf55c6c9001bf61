// Dialog for adding or changing a vehicle.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { VehicleOut } from '../../../src/contract/vehicles.ts'
import { breaksIn, listIn } from '../../../src/domain/imports/import-cells.ts'
import { type Weekday, WEEKDAYS } from '../../../src/domain/orders/recurrence.ts'
import { MAX_BREAKS } from '../../../src/domain/planning/rules.ts'
import { TEMPERATURE_CLASSES, type TemperatureClass } from '../../../src/domain/orders/order.ts'
import { call, asCompleteBody } from '../../api/client.ts'
import { queryKeyOf } from '../../api/query.ts'
import { Check, CheckList, Field, SelectField } from '../../ui/field.tsx'
import { useFormField } from '../../ui/form-context.ts'
import type { SubmittedForm, Values } from '../../ui/form-values.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { clockTime, storedValueOf, miles, shortWeekday, inputValueOf, unitOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { PlaceFields } from '../place-fields.tsx'
import { useSession } from '../session.tsx'
import { allZones } from '../zones/all-zones.ts'
import { words } from '../../words/locale.ts'

export interface DialogProps {
  onOutdated: () => Promise<unknown>
  onClose: () => void
}

/** Fields whose value needs no conversion, with the way to read each. */
const FIELDS = {
  name: 'text',
  costing: 'text',
  shift_start: 'text',
  shift_end: 'text',
  temperature_classes: 'all',
  max_stops: 'number',
  capacity_pieces: 'number',
  max_working_minutes: 'number',
  max_driving_minutes: 'number',
  overtime_after_minutes: 'number',
  overtime_factor: 'number',
  service_factor: 'number',
  reload_minutes: 'number',
  max_reloads: 'number',
  driver_uuid: 'orNull',
  depot_uuid: 'orNull',
} as const

const NEW_VEHICLE = { temperature_classes: ['DRY'], shift_start: '08:00', shift_end: '17:00' }

export function VehicleDialog({
  fleet,
  vehicle,
  ...dialog
}: DialogProps & { fleet: FleetOut; vehicle: VehicleOut | null }) {
  const isBound = useSession().user.depot_uuids !== null
  const zones = useQuery({ queryKey: queryKeyOf('GET /zones'), queryFn: allZones }).data ?? null
  return (
    <FormDialog
      title={vehicle ? words.fleet.editOne(vehicle.name) : words.fleet.addVehicle}
      values={valuesOf(vehicle)}
      draft={`vehicle/${vehicle?.vehicle_uuid ?? 'new'}`}
      another={vehicle ? undefined : dialog.onOutdated}
      {...dialog}
      save={(sent) => {
        const body = {
          ...sent.fields(FIELDS),
          capacity_lbs: storedValueOf('weight', sent.number('capacity_lbs'), vehicle?.capacity_lbs),
          capacity_cubic_feet: storedValueOf(
            'volume',
            sent.number('capacity_cubic_feet'),
            vehicle?.capacity_cubic_feet,
          ),
          skills: listIn(sent.text('skills')),
          breaks: breaksIn(sent.text('breaks')) ?? sent.text('breaks'),
          start: placeIn(sent, 'start'),
          end: placeIn(sent, 'end'),
          open_end: sent.text('end_at') === 'OPEN',
          areas: areasIn(sent, zones, vehicle?.areas ?? []),
          active: !vehicle || sent.isOn('active'),
        }
        return vehicle
          ? call('PATCH /vehicles/{vehicle_uuid}', {
              params: { vehicle_uuid: vehicle.vehicle_uuid },
              body: asCompleteBody<'PATCH /vehicles/{vehicle_uuid}'>({ ...body, version: sent.version }),
            })
          : call('POST /vehicles', { body: asCompleteBody<'POST /vehicles'>(body) })
      }}
    >
      <Field label={words.common.name} name="name" />
      <div className={page.pair}>
        <Field label={words.fleet.shiftFrom} name="shift_start" type="time" />
        <Field label={words.fleet.shiftTo} name="shift_end" type="time" />
        <SelectField
          label={words.fleet.vehicleType}
          name="costing"
          hint={words.fleet.vehicleTypeHint}
          options={[
            ['CAR', words.fleet.carOrVan],
            ['TRUCK', words.fleet.truck],
          ]}
        />
        <Field label={words.fleet.skills} name="skills" hint={words.fleet.skillsHint} />
        {numbers().map(([name, inputMode, label, hint]) => (
          <Field key={name} label={label} name={name} inputMode={inputMode} hint={hint} />
        ))}
        <Field
          label={words.fleet.breaks}
          name="breaks"
          faultName={BREAK_FAULTS}
          hint={words.fleet.breaksHint(clockTime('11:30'), clockTime('13:00'))}
        />
      </div>
      <CheckList
        label={words.fleet.carries}
        name="temperature_classes"
        options={TEMPERATURE_CLASSES}
        words={temperature}
      />
      <div className={page.pair}>
        <SelectField
          label={words.fleet.usualDriver}
          name="driver_uuid"
          none={words.fleet.noDriver}
          options={fleet.drivers.map(({ driver_uuid, name }) => [driver_uuid, name])}
        />
        <SelectField
          label={words.fleet.depot}
          name="depot_uuid"
          none={isBound && !fleet.depots.some(({ is_default }) => is_default) ? null : words.fleet.theDefaultDepot}
          options={fleet.depots.map(({ depot_uuid, name }) => [depot_uuid, name])}
        />
      </div>
      <EndFields of="start" label={words.fleet.starts} />
      <EndFields of="end" label={words.fleet.ends} open />
      {zones && zones.length > 0 ? <Areas zones={zones} open={(vehicle?.areas ?? []).length > 0} /> : null}
      {vehicle ? <Check name="active">{words.fleet.inUse}</Check> : null}
    </FormDialog>
  )
}

function numbers(): [name: string, inputMode: 'decimal' | 'numeric', label: string, hint: string][] {
  const { fleet } = words
  return [
    ['capacity_lbs', 'decimal', fleet.capacity(unitOf('weight')), fleet.blankNoLimit],
    ['capacity_pieces', 'decimal', fleet.capacityPieces, fleet.blankNoLimit],
    ['capacity_cubic_feet', 'decimal', fleet.capacity(unitOf('volume')), fleet.blankNoLimit],
    ['max_stops', 'numeric', fleet.maxStops, fleet.blankNoLimit],
    ['max_working_minutes', 'numeric', fleet.maxWork, fleet.blankShift],
    ['max_driving_minutes', 'numeric', fleet.maxDriving, fleet.blankNoLimit],
    ['overtime_after_minutes', 'numeric', fleet.overtimeAfter, fleet.overtimeAfterHint],
    ['overtime_factor', 'decimal', fleet.overtimeFactor, fleet.overtimeFactorHint],
    ['service_factor', 'decimal', fleet.serviceFactor, fleet.serviceFactorHint],
    ['reload_minutes', 'numeric', fleet.reload, fleet.reloadHint],
    ['max_reloads', 'numeric', fleet.maxReloads, fleet.maxReloadsHint],
  ]
}

function valuesOf(vehicle: VehicleOut | null): Values {
  if (!vehicle) return NEW_VEHICLE
  const { start, end, skills, breaks, areas, ...same } = vehicle
  return {
    ...same,
    capacity_lbs: inputValueOf('weight', same.capacity_lbs),
    capacity_cubic_feet: inputValueOf('volume', same.capacity_cubic_feet),
    skills: skills.join(', '),
    breaks: breaks.map(breakOf).join(', '),
    ...Object.fromEntries(areas.map(({ zone_uuid, weekdays }) => [`area.${zone_uuid}`, weekdays])),
    ...endValues('start', start),
    ...endValues('end', end),
    ...(vehicle.open_end && { end_at: 'OPEN' }),
  }
}

/** Zones that the vehicle serves, each with its weekdays. */
const Areas = ({ zones, open }: { zones: readonly { zone_uuid: string; name: string }[]; open: boolean }) => (
  <details open={open}>
    <summary>{words.fleet.areas}</summary>
    <p className={page.soft}>{words.fleet.areasLead(miles(5))}</p>
    {zones.map(({ zone_uuid, name }) => (
      <CheckList
        key={zone_uuid}
        label={name}
        name={`area.${zone_uuid}`}
        options={WEEKDAYS}
        words={(day) => shortWeekday(WEEKDAYS.indexOf(day as Weekday))}
      />
    ))}
  </details>
)

/** Zones chosen in the form. If the zones are not loaded, the stored ones are sent. */
const areasIn = (sent: SubmittedForm, zones: readonly { zone_uuid: string }[] | null, had: VehicleOut['areas']) =>
  zones === null
    ? had
    : zones.flatMap(({ zone_uuid }) => {
        const weekdays = sent.all(`area.${zone_uuid}`)
        return weekdays.length > 0 ? [{ zone_uuid, weekdays }] : []
      })

const endValues = (of: 'start' | 'end', place: VehicleOut['start']): Values => ({
  [`${of}_at`]: place ? 'PLACE' : 'DEPOT',
  [`${of}_address`]: place?.address,
  [`${of}_lat`]: place?.lat,
  [`${of}_lng`]: place?.lng,
})

const placeIn = (sent: SubmittedForm, of: 'start' | 'end') =>
  sent.text(`${of}_at`) === 'PLACE'
    ? { address: sent.orNull(`${of}_address`), lat: sent.number(`${of}_lat`), lng: sent.number(`${of}_lng`) }
    : null

/** Start or end of routes: the depot, or another location such as the driver's home. */
function EndFields({ of, label, open = false }: { of: 'start' | 'end'; label: string; open?: boolean }) {
  const [at, setAt] = useState(useFormField(`${of}_at`).texts?.[0] ?? 'DEPOT')
  return (
    <>
      <SelectField
        label={label}
        name={`${of}_at`}
        value={at}
        onChange={(event) => setAt(event.target.value)}
        options={[
          ['DEPOT', words.fleet.atDepot],
          ['PLACE', words.fleet.elsewhere],
          ...(open ? [['OPEN', words.fleet.atLastStop] as const] : []),
        ]}
      />
      {at === 'PLACE' ? (
        <div role="group" aria-label={words.fleet.here(label)} className={page.fields}>
          <PlaceFields of={of} />
        </div>
      ) : null}
    </>
  )
}

const breakOf = ({ window_start, window_end, minutes, paid }: VehicleOut['breaks'][number]): string =>
  `${clockTime(window_start)} - ${clockTime(window_end)} ${minutes} min${paid ? '' : ' unpaid'}`

const BREAK_FAULTS = [
  'breaks',
  ...Array.from({ length: MAX_BREAKS }, (_, i) =>
    ['window_start', 'window_end', 'minutes'].map((member) => `breaks.${i}.${member}`),
  ).flat(),
]

export const temperature = (name: string): string => words.common.temperature[name as TemperatureClass]
