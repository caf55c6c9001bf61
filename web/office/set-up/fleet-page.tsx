// Depots, drivers and vehicles: what a build plans with.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DepotOut, DriverOut, FleetOut, VehicleOut } from '../../../src/contract/office/fleet.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../src/domain/customer-words/language.ts'
import { breaksIn, listIn } from '../../../src/domain/imports/import-cells.ts'
import { WEEKDAYS } from '../../../src/domain/orders/recurrence.ts'
import { MOST_BREAKS } from '../../../src/domain/planning/rules.ts'
import { TEMPERATURE_CLASSES } from '../../../src/domain/orders/order.ts'
import { call, unchecked } from '../../api/client.ts'
import { keyOf, read, useReadAgain } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Check, CheckList, Field, SelectField } from '../../ui/field.tsx'
import { useFormField } from '../../ui/form-context.ts'
import type { Sent, Values } from '../../ui/form-values.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { clockTime, fromTyped, miles, pounds, typedOf, unitOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { PlaceFields } from '../place-fields.tsx'
import { WEEKDAY_NAMES } from '../recurring/words.ts'
import { HomeDialog } from './home-dialog.tsx'
import { useRoleReason } from '../session.tsx'
import { allZones } from '../zones/all-zones.ts'

/** One that is there, by its uuid, or a new one. */
interface Editing {
  kind: 'depot' | 'driver' | 'vehicle'
  id: string | null
}

export function FleetPage() {
  const again = useReadAgain()
  const fleet = useQuery(read('GET /fleet'))
  const [editing, setEditing] = useState<Editing | null>(null)
  const close = (): void => {
    setEditing(null)
    void again('GET /fleet')
  }
  const edit = (kind: Editing['kind']) => (id: string | null) => setEditing({ kind, id })
  // As it is by now: someone else may change it while it is open here.
  const dialogOf = (data: FleetOut, { kind, id }: Editing): ReactNode => {
    const dialog = { onOutdated: fleet.refetch, onClose: close }
    if (kind === 'depot')
      return (
        <DepotDialog {...dialog} fleet={data} depot={data.depots.find(({ depot_uuid }) => depot_uuid === id) ?? null} />
      )
    if (kind === 'driver')
      return <DriverDialog {...dialog} driver={data.drivers.find(({ driver_uuid }) => driver_uuid === id) ?? null} />
    return (
      <VehicleDialog
        {...dialog}
        fleet={data}
        vehicle={data.vehicles.find(({ vehicle_uuid }) => vehicle_uuid === id) ?? null}
      />
    )
  }
  return (
    <div className={page.page}>
      <h1>Fleet</h1>
      <QueryState query={fleet} what="the fleet">
        {(data) => (
          <>
            <Depots fleet={data} onEdit={edit('depot')} />
            <Drivers fleet={data} onEdit={edit('driver')} />
            <Vehicles fleet={data} onEdit={edit('vehicle')} />
            {editing ? dialogOf(data, editing) : null}
          </>
        )}
      </QueryState>
    </div>
  )
}

interface SectionProps {
  title: string
  add: string
  onAdd: () => void
  columns: readonly string[]
  /** What it is for, where there is nothing yet. */
  empty: string
  /** A row each. */
  children: readonly ReactNode[]
}

function Section({ title, add, onAdd, columns, empty, children }: SectionProps) {
  const role = useRoleReason('DISPATCHER')
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>{title}</h2>
        <Button reason={role} onClick={onAdd}>
          {add}
        </Button>
      </div>
      {children.length === 0 ? (
        <p className={page.empty}>{empty}</p>
      ) : (
        <Table columns={[...columns, '(Edit)']}>{children}</Table>
      )}
    </section>
  )
}

/** A row: its name with what is to be said of it, its cells, and the button that edits it. */
function Row({
  name,
  note,
  onEdit,
  more,
  children,
}: {
  name: string
  note?: string
  onEdit: () => void
  /** Other buttons. */
  more?: ReactNode
  children: ReactNode
}) {
  const role = useRoleReason('DISPATCHER')
  return (
    <tr>
      <td>
        {name}
        {note ? <span className={page.soft}> ({note})</span> : null}
      </td>
      {children}
      <td>
        <Button kind="quiet" reason={role} aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        {more}
      </td>
    </tr>
  )
}

interface ListProps {
  fleet: FleetOut
  /** Null adds one. */
  onEdit: (id: string | null) => void
}

const Depots = ({ fleet, onEdit }: ListProps) => (
  <Section
    title="Depots"
    add="Add a depot"
    onAdd={() => onEdit(null)}
    columns={['Name', 'Place']}
    empty="No depots yet. Add the place where your vehicles start and end."
  >
    {fleet.depots.map((depot) => (
      <Row
        key={depot.depot_uuid}
        name={depot.name}
        note={depot.is_default ? 'default' : undefined}
        onEdit={() => onEdit(depot.depot_uuid)}
      >
        <td>{depot.address || `${depot.lat.toFixed(5)}, ${depot.lng.toFixed(5)}`}</td>
      </Row>
    ))}
  </Section>
)

function Drivers({ fleet, onEdit }: ListProps) {
  const role = useRoleReason('DISPATCHER')
  const [linked, setLinked] = useState<DriverOut | null>(null)
  return (
    <>
      <Section
        title="Drivers"
        add="Add a driver"
        onAdd={() => onEdit(null)}
        columns={['Name', 'Phone', 'Email']}
        empty="No drivers yet. When you send a route, its driver gets a text with the link."
      >
        {fleet.drivers.map((driver) => (
          <Row
            key={driver.driver_uuid}
            name={driver.name}
            note={driver.active ? undefined : 'not driving'}
            onEdit={() => onEdit(driver.driver_uuid)}
            more={
              <Button
                kind="quiet"
                reason={role ?? (driver.active ? null : 'Only drivers who are active have a page')}
                aria-label={`Driver’s page of ${driver.name}`}
                onClick={() => setLinked(driver)}
              >
                Driver’s page
              </Button>
            }
          >
            <td>
              {driver.phone}
              {driver.phone && driver.no_text ? <p className={page.soft}>No text: {driver.no_text}.</p> : null}
            </td>
            <td>{driver.email}</td>
          </Row>
        ))}
      </Section>
      {linked ? <HomeDialog driver={linked} onClose={() => setLinked(null)} /> : null}
    </>
  )
}

const Vehicles = ({ fleet, onEdit }: ListProps) => (
  <Section
    title="Vehicles"
    add="Add a vehicle"
    onAdd={() => onEdit(null)}
    columns={['Name', 'Carries', 'Shift', 'Driver']}
    empty="No vehicles yet. Add one, or load the demo (npm run demo)."
  >
    {fleet.vehicles.map((vehicle) => (
      <Row
        key={vehicle.vehicle_uuid}
        name={vehicle.name}
        note={vehicle.active ? undefined : 'not in use'}
        onEdit={() => onEdit(vehicle.vehicle_uuid)}
      >
        <td>
          {vehicle.capacity_lbs === null ? 'any weight' : pounds(vehicle.capacity_lbs)},{' '}
          {vehicle.temperature_classes.map(lowerCase).join(', ')}
        </td>
        <td>
          {clockTime(vehicle.shift_start)} – {clockTime(vehicle.shift_end)}
        </td>
        <td>{fleet.drivers.find(({ driver_uuid }) => driver_uuid === vehicle.driver_uuid)?.name ?? '–'}</td>
      </Row>
    ))}
  </Section>
)

interface DialogProps {
  onOutdated: () => Promise<unknown>
  onClose: () => void
}

function DepotDialog({ fleet, depot, ...dialog }: DialogProps & { fleet: FleetOut; depot: DepotOut | null }) {
  return (
    <FormDialog
      title={depot ? `Edit ${depot.name}` : 'Add a depot'}
      values={{ ...depot }}
      draft={`depot/${depot?.depot_uuid ?? 'new'}`}
      {...dialog}
      save={(sent) => {
        const body = unchecked<'POST /depots'>({
          name: sent.text('name'),
          address: sent.orNull('address'),
          lat: sent.number('lat'),
          lng: sent.number('lng'),
          is_default: sent.isOn('is_default'),
        })
        return depot
          ? call('PATCH /depots/{id}', { params: { id: depot.depot_uuid }, body: { ...body, version: sent.version } })
          : call('POST /depots', { body })
      }}
    >
      <Field label="Name" name="name" />
      <PlaceFields />
      {fleet.depots.length === 0 || depot?.is_default ? null : (
        <Check name="is_default">Default depot: vehicles without their own depot start here</Check>
      )}
    </FormDialog>
  )
}

function DriverDialog({ driver, ...dialog }: DialogProps & { driver: DriverOut | null }) {
  return (
    <FormDialog
      title={driver ? `Edit ${driver.name}` : 'Add a driver'}
      values={{ ...driver }}
      draft={`driver/${driver?.driver_uuid ?? 'new'}`}
      {...dialog}
      save={(sent) => {
        const body = unchecked<'POST /drivers'>({
          name: sent.text('name'),
          phone: sent.orNull('phone'),
          email: sent.orNull('email'),
          language: sent.orNull('language'),
          active: !driver || sent.isOn('active'),
        })
        return driver
          ? call('PATCH /drivers/{id}', {
              params: { id: driver.driver_uuid },
              body: { ...body, version: sent.version },
            })
          : call('POST /drivers', { body })
      }}
    >
      <Field label="Name" name="name" />
      <Field label="Phone" name="phone" type="tel" hint="The route’s link is texted here" />
      <Field label="Email" name="email" type="email" />
      <SelectField
        label="Language"
        hint="Of the route’s page and text; drivers can choose another on the page"
        name="language"
      >
        <option value="">The phone’s</option>
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </SelectField>
      {driver ? <Check name="active">Active</Check> : null}
    </FormDialog>
  )
}

const NEW_VEHICLE = { temperature_classes: ['DRY'], shift_start: '08:00', shift_end: '17:00' }

function VehicleDialog({ fleet, vehicle, ...dialog }: DialogProps & { fleet: FleetOut; vehicle: VehicleOut | null }) {
  const zones = useQuery({ queryKey: keyOf('GET /zones'), queryFn: allZones }).data ?? null
  return (
    <FormDialog
      title={vehicle ? `Edit ${vehicle.name}` : 'Add a vehicle'}
      values={valuesOf(vehicle)}
      draft={`vehicle/${vehicle?.vehicle_uuid ?? 'new'}`}
      {...dialog}
      save={(sent) => {
        const body = unchecked<'POST /vehicles'>({
          name: sent.text('name'),
          capacity_lbs: fromTyped('weight', sent.number('capacity_lbs'), vehicle?.capacity_lbs),
          max_stops: sent.number('max_stops'),
          costing: sent.text('costing'),
          capacity_pieces: sent.number('capacity_pieces'),
          capacity_cubic_feet: fromTyped('volume', sent.number('capacity_cubic_feet'), vehicle?.capacity_cubic_feet),
          skills: listIn(sent.text('skills')),
          max_working_minutes: sent.number('max_working_minutes'),
          max_driving_minutes: sent.number('max_driving_minutes'),
          overtime_after_minutes: sent.number('overtime_after_minutes'),
          overtime_factor: sent.number('overtime_factor'),
          service_factor: sent.number('service_factor'),
          reload_minutes: sent.number('reload_minutes'),
          max_reloads: sent.number('max_reloads'),
          breaks: breaksIn(sent.text('breaks')) ?? sent.text('breaks'),
          temperature_classes: sent.all('temperature_classes'),
          shift_start: sent.text('shift_start'),
          shift_end: sent.text('shift_end'),
          start: placeIn(sent, 'start'),
          end: placeIn(sent, 'end'),
          open_end: sent.text('end_at') === 'OPEN',
          areas: areasIn(sent, zones, vehicle?.areas ?? []),
          driver_uuid: sent.orNull('driver_uuid'),
          depot_uuid: sent.orNull('depot_uuid'),
          active: !vehicle || sent.isOn('active'),
        })
        return vehicle
          ? call('PATCH /vehicles/{id}', {
              params: { id: vehicle.vehicle_uuid },
              body: { ...body, version: sent.version },
            })
          : call('POST /vehicles', { body })
      }}
    >
      <Field label="Name" name="name" />
      <div className={page.pair}>
        <Field label="Shift from" name="shift_start" type="time" />
        <Field label="Shift to" name="shift_end" type="time" />
        <SelectField label="Vehicle type" name="costing" hint="Determines which roads it may use, and its speed">
          <option value="CAR">Car or van</option>
          <option value="TRUCK">Truck</option>
        </SelectField>
        <Field label="Skills" name="skills" hint="What orders may require, separated by commas, such as lift gate" />
        <Field
          label={`Capacity (${unitOf('weight')})`}
          name="capacity_lbs"
          inputMode="decimal"
          hint="Leave blank for no limit"
        />
        <Field label="Capacity, pieces" name="capacity_pieces" inputMode="decimal" hint="Leave blank for no limit" />
        <Field
          label={`Capacity (${unitOf('volume')})`}
          name="capacity_cubic_feet"
          inputMode="decimal"
          hint="Leave blank for no limit"
        />
        <Field label="Maximum stops" name="max_stops" inputMode="numeric" hint="Leave blank for no limit" />
        <Field
          label="Longest time out, minutes"
          name="max_working_minutes"
          inputMode="numeric"
          hint="Leave blank for the whole shift"
        />
        <Field
          label="Longest time driving, minutes"
          name="max_driving_minutes"
          inputMode="numeric"
          hint="Leave blank for no limit"
        />
        <Field
          label="Overtime after, minutes"
          name="overtime_after_minutes"
          inputMode="numeric"
          hint="From departure; leave blank for none"
        />
        <Field
          label="Overtime factor"
          name="overtime_factor"
          inputMode="decimal"
          hint="What an hour of overtime counts as; 1.5 if left blank"
        />
        <Field
          label="Service time factor"
          name="service_factor"
          inputMode="decimal"
          hint="1.5 where each stop takes half as long again; 1 if left blank"
        />
        <Field
          label="Reloading at the depot, minutes"
          name="reload_minutes"
          inputMode="numeric"
          hint="How long loading takes when it comes back for what it can’t carry at once; leave blank if everything is loaded at the start"
        />
        <Field
          label="Most reloads in a shift"
          name="max_reloads"
          inputMode="numeric"
          hint="How often it may come back, up to 5; once if left blank"
        />
        <Field
          label="Breaks"
          name="breaks"
          faultName={BREAK_FAULTS}
          hint={`When, and how long: ${clockTime('11:30')} - ${clockTime('13:00')} 30 min. Several are separated by commas; add “unpaid” to one that is not paid`}
        />
      </div>
      <CheckList label="Carries" name="temperature_classes" options={TEMPERATURE_CLASSES} words={lowerCase} />
      <div className={page.pair}>
        <SelectField label="Usual driver" name="driver_uuid">
          <option value="">No driver</option>
          {fleet.drivers.map(({ driver_uuid, name }) => (
            <option key={driver_uuid} value={driver_uuid}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Depot" name="depot_uuid">
          <option value="">The default depot</option>
          {fleet.depots.map(({ depot_uuid, name }) => (
            <option key={depot_uuid} value={depot_uuid}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <EndFields of="start" label="Starts" />
      <EndFields of="end" label="Ends" open />
      {zones && zones.length > 0 ? (
        <details open={(vehicle?.areas ?? []).length > 0}>
          <summary>Its areas, by day</summary>
          <p className={page.soft}>
            Deliveries in these zones go with it on these days, unless that costs more than {miles(5)}.
          </p>
          {zones.map(({ zone_uuid, name }) => (
            <CheckList
              key={zone_uuid}
              label={name}
              name={`area.${zone_uuid}`}
              options={WEEKDAYS}
              words={(day) => WEEKDAY_NAMES[day as keyof typeof WEEKDAY_NAMES].slice(0, 3)}
            />
          ))}
        </details>
      ) : null}
      {vehicle ? <Check name="active">In use</Check> : null}
    </FormDialog>
  )
}

function valuesOf(vehicle: VehicleOut | null): Values {
  if (!vehicle) return NEW_VEHICLE
  const { start, end, skills, breaks, areas, ...same } = vehicle
  return {
    ...same,
    capacity_lbs: typedOf('weight', same.capacity_lbs),
    capacity_cubic_feet: typedOf('volume', same.capacity_cubic_feet),
    skills: skills.join(', '),
    breaks: breaks.map(breakOf).join(', '),
    ...Object.fromEntries(areas.map(({ zone_uuid, weekdays }) => [`area.${zone_uuid}`, weekdays])),
    ...endValues('start', start),
    ...endValues('end', end),
    ...(vehicle.open_end && { end_at: 'OPEN' }),
  }
}

/** Of the zones that are shown; those that the vehicle had while they were not known stay. */
const areasIn = (sent: Sent, zones: readonly { zone_uuid: string }[] | null, had: VehicleOut['areas']) =>
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

const placeIn = (sent: Sent, of: 'start' | 'end') =>
  sent.text(`${of}_at`) === 'PLACE'
    ? { address: sent.orNull(`${of}_address`), lat: sent.number(`${of}_lat`), lng: sent.number(`${of}_lng`) }
    : null

/** Where routes start or end: at the depot, or at a place such as the driver's home. */
function EndFields({ of, label, open = false }: { of: 'start' | 'end'; label: string; open?: boolean }) {
  const [at, setAt] = useState(useFormField(`${of}_at`).texts?.[0] ?? 'DEPOT')
  return (
    <>
      <SelectField label={label} name={`${of}_at`} value={at} onChange={(event) => setAt(event.target.value)}>
        <option value="DEPOT">At the depot</option>
        <option value="PLACE">Elsewhere, such as the driver’s home</option>
        {open ? <option value="OPEN">At the last stop</option> : null}
      </SelectField>
      {at === 'PLACE' ? (
        <div role="group" aria-label={`${label} here`} className={page.fields}>
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
  ...Array.from({ length: MOST_BREAKS }, (_, i) =>
    ['window_start', 'window_end', 'minutes'].map((member) => `breaks.${i}.${member}`),
  ).flat(),
]

const lowerCase = (name: string): string => name.toLowerCase()
