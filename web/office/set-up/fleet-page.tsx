// Depots, drivers and vehicles: what a build plans with.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { DepotOut, DriverOut, FleetOut, VehicleOut } from '../../../src/contract/office/fleet.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../src/domain/customer-words/language.ts'
import { breaksIn, listIn } from '../../../src/domain/imports/import-cells.ts'
import { type Weekday, WEEKDAYS } from '../../../src/domain/orders/recurrence.ts'
import { MOST_BREAKS } from '../../../src/domain/planning/rules.ts'
import { TEMPERATURE_CLASSES, type TemperatureClass } from '../../../src/domain/orders/order.ts'
import { call, unchecked } from '../../api/client.ts'
import { keyOf, read, useReadAgain } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Check, CheckList, Field, SelectField } from '../../ui/field.tsx'
import { useFormField } from '../../ui/form-context.ts'
import type { Sent, Values } from '../../ui/form-values.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { clockTime, fromTyped, miles, pounds, shortWeekday, typedOf, unitOf } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { SampleSection } from '../first-steps/sample.tsx'
import { navigate, useLocation } from '../location.ts'
import { placeFor, PlaceFields } from '../place-fields.tsx'
import { FleetTable } from './fleet-table.tsx'
import { HomeDialog } from './home-dialog.tsx'
import { useRoleReason, useSession, useSharedReason } from '../session.tsx'
import { allZones } from '../zones/all-zones.ts'
import { words } from '../../words/locale.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

/** One that is there, by its uuid, or a new one. */
interface Editing {
  kind: 'depot' | 'driver' | 'vehicle' | 'table'
  id: string | null
}

export default function FleetPage() {
  const again = useReadAgain()
  const role = useSharedReason('changeFleet')
  const fleet = useQuery(read('GET /fleet'))
  const { searchParams } = useLocation()
  // Of the first steps: one leads to the next.
  const asked = searchParams.get('add')
  const [editing, setEditing] = useState<Editing | null>(null)
  useEffect(() => {
    if (asked === 'depot' || asked === 'table') setEditing({ kind: asked, id: null })
  }, [asked])
  const vehicle = searchParams.get('vehicle')
  useEffect(() => {
    if (vehicle) setEditing({ kind: 'vehicle', id: vehicle })
  }, [vehicle])
  const close = (): void => {
    setEditing(null)
    if (asked || vehicle) navigate('/fleet', { replace: true })
    void again('GET /fleet', 'GET /first-steps')
  }
  const edit = (kind: Editing['kind']) => (id: string | null) => setEditing({ kind, id })
  // As it is by now: someone else may change it while it is open here.
  const dialogOf = (data: FleetOut, { kind, id }: Editing): ReactNode => {
    const dialog = { onOutdated: fleet.refetch, onClose: close }
    if (kind === 'depot')
      return (
        <DepotDialog
          {...dialog}
          onAdded={() => {
            close()
            if (asked && data.vehicles.length === 0) setEditing({ kind: 'table', id: null })
          }}
          fleet={data}
          depot={data.depots.find(({ depot_uuid }) => depot_uuid === id) ?? null}
        />
      )
    if (kind === 'table') return <FleetTable onClose={close} />
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
    <Page
      title={words.fleet.title}
      actions={
        <Button reason={role} onClick={() => setEditing({ kind: 'table', id: null })}>
          {words.firstSteps.addTable}
        </Button>
      }
    >
      <QueryState query={fleet} what={words.fleet.theFleet}>
        {(data) => (
          <>
            <Depots fleet={data} onEdit={edit('depot')} />
            <Drivers fleet={data} onEdit={edit('driver')} />
            <Vehicles fleet={data} onEdit={edit('vehicle')} />
            <SampleSection />
            {editing ? dialogOf(data, editing) : null}
          </>
        )}
      </QueryState>
    </Page>
  )
}

interface SectionProps {
  /** What it takes to change them. */
  takes: 'changeFleet' | 'changeDrivers'
  title: string
  add: string
  /** Why none may be added, whoever may change those that are there. */
  adds?: string | null
  onAdd: () => void
  columns: readonly string[]
  /** What it is for, where there is nothing yet. */
  empty: string
  /** A row each. */
  children: readonly ReactNode[]
}

function Section({ takes, title, add, adds, onAdd, columns, empty, children }: SectionProps) {
  const role = useRoleReason(takes)
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>{title}</h2>
        <Button reason={role ?? adds ?? null} onClick={onAdd}>
          {add}
        </Button>
      </div>
      {children.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <Table columns={[...columns, words.fleet.editColumn]}>{children}</Table>
      )}
    </section>
  )
}

/** A row: its name with what is to be said of it, its cells, and the button that edits it. */
function Row({
  takes,
  name,
  note,
  onEdit,
  more,
  children,
}: {
  takes: SectionProps['takes']
  name: string
  note?: string
  onEdit: () => void
  /** Other buttons. */
  more?: ReactNode
  children: ReactNode
}) {
  const role = useRoleReason(takes)
  return (
    <tr>
      <td>
        {name}
        {note ? <span className={page.soft}> ({note})</span> : null}
      </td>
      {children}
      <td>
        <Button kind="quiet" reason={role} aria-label={words.fleet.editOne(name)} onClick={onEdit}>
          {words.common.edit}
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
    takes="changeFleet"
    title={words.fleet.depots}
    add={words.fleet.addDepot}
    adds={useSharedReason('changeFleet')}
    onAdd={() => onEdit(null)}
    columns={[words.common.name, words.fleet.place]}
    empty={words.fleet.noDepots}
  >
    {fleet.depots.map((depot) => (
      <Row
        key={depot.depot_uuid}
        takes="changeFleet"
        name={depot.name}
        note={depot.is_default ? words.fleet.isDefault : undefined}
        onEdit={() => onEdit(depot.depot_uuid)}
      >
        <td>{depot.address || `${depot.lat.toFixed(5)}, ${depot.lng.toFixed(5)}`}</td>
      </Row>
    ))}
  </Section>
)

function Drivers({ fleet, onEdit }: ListProps) {
  const role = useRoleReason('changeDrivers')
  const [linked, setLinked] = useState<DriverOut | null>(null)
  return (
    <>
      <Section
        takes="changeDrivers"
        title={words.fleet.drivers}
        add={words.fleet.addDriver}
        onAdd={() => onEdit(null)}
        columns={[words.common.name, words.common.phone, words.common.email]}
        empty={words.fleet.noDrivers}
      >
        {fleet.drivers.map((driver) => (
          <Row
            key={driver.driver_uuid}
            takes="changeDrivers"
            name={driver.name}
            note={driver.active ? undefined : words.fleet.notDriving}
            onEdit={() => onEdit(driver.driver_uuid)}
            more={
              <Button
                kind="quiet"
                reason={role ?? (driver.active ? null : words.fleet.onlyActive)}
                aria-label={words.fleet.driversPageOf(driver.name)}
                onClick={() => setLinked(driver)}
              >
                {words.fleet.driversPage}
              </Button>
            }
          >
            <td>
              {driver.phone}
              {driver.phone && driver.no_text ? (
                <p className={page.soft}>{words.fleet.noText(driver.no_text)}</p>
              ) : null}
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
    takes="changeFleet"
    title={words.common.vehicles}
    add={words.fleet.addVehicle}
    onAdd={() => onEdit(null)}
    columns={[words.common.name, words.fleet.carries, words.fleet.shift, words.common.driver]}
    empty={words.fleet.noVehicles}
  >
    {fleet.vehicles.map((vehicle) => (
      <Row
        key={vehicle.vehicle_uuid}
        takes="changeFleet"
        name={vehicle.name}
        note={vehicle.active ? undefined : words.fleet.notInUse}
        onEdit={() => onEdit(vehicle.vehicle_uuid)}
      >
        <td>
          {vehicle.capacity_lbs === null ? words.fleet.anyWeight : pounds(vehicle.capacity_lbs)},{' '}
          {vehicle.temperature_classes.map(temperature).join(', ')}
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

function DepotDialog({
  fleet,
  depot,
  onAdded,
  ...dialog
}: DialogProps & { fleet: FleetOut; depot: DepotOut | null; onAdded: () => void }) {
  const isBound = useSession().user.depot_uuids !== null
  return (
    <FormDialog
      title={depot ? words.fleet.editOne(depot.name) : words.fleet.addDepot}
      values={{ ...depot }}
      draft={`depot/${depot?.depot_uuid ?? 'new'}`}
      {...dialog}
      onSaved={depot ? undefined : onAdded}
      save={async (sent) => {
        const body = unchecked<'POST /depots'>({
          name: sent.text('name'),
          ...(await placeFor(sent)),
          is_default: sent.isOn('is_default'),
        })
        return depot
          ? call('PATCH /depots/{depot_uuid}', {
              params: { depot_uuid: depot.depot_uuid },
              body: { ...body, version: sent.version },
            })
          : call('POST /depots', { body })
      }}
    >
      <Field label={words.common.name} name="name" />
      <PlaceFields />
      {fleet.depots.length === 0 || depot?.is_default || isBound ? null : (
        <Check name="is_default">{words.fleet.defaultDepot}</Check>
      )}
    </FormDialog>
  )
}

function DriverDialog({ driver, ...dialog }: DialogProps & { driver: DriverOut | null }) {
  return (
    <FormDialog
      title={driver ? words.fleet.editOne(driver.name) : words.fleet.addDriver}
      values={{ ...driver }}
      draft={`driver/${driver?.driver_uuid ?? 'new'}`}
      another={driver ? undefined : dialog.onOutdated}
      {...dialog}
      save={(sent) => {
        const body = {
          name: sent.text('name'),
          phone: sent.orNull('phone'),
          email: sent.orNull('email'),
          language: sent.orNull('language'),
          active: !driver || sent.isOn('active'),
        }
        return driver
          ? call('PATCH /drivers/{driver_uuid}', {
              params: { driver_uuid: driver.driver_uuid },
              body: unchecked<'PATCH /drivers/{driver_uuid}'>({ ...body, version: sent.version }),
            })
          : call('POST /drivers', { body: unchecked<'POST /drivers'>(body) })
      }}
    >
      <Field label={words.common.name} name="name" />
      <Field label={words.common.phone} name="phone" type="tel" hint={words.fleet.phoneHint} />
      <Field label={words.common.email} name="email" type="email" />
      <SelectField label={words.common.language} hint={words.fleet.languageHint} name="language">
        <option value="">{words.fleet.thePhones}</option>
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </SelectField>
      {driver ? <Check name="active">{words.fleet.active}</Check> : null}
    </FormDialog>
  )
}

const NEW_VEHICLE = { temperature_classes: ['DRY'], shift_start: '08:00', shift_end: '17:00' }

function VehicleDialog({ fleet, vehicle, ...dialog }: DialogProps & { fleet: FleetOut; vehicle: VehicleOut | null }) {
  const isBound = useSession().user.depot_uuids !== null
  const zones = useQuery({ queryKey: keyOf('GET /zones'), queryFn: allZones }).data ?? null
  return (
    <FormDialog
      title={vehicle ? words.fleet.editOne(vehicle.name) : words.fleet.addVehicle}
      values={valuesOf(vehicle)}
      draft={`vehicle/${vehicle?.vehicle_uuid ?? 'new'}`}
      another={vehicle ? undefined : dialog.onOutdated}
      {...dialog}
      save={(sent) => {
        const body = {
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
        }
        return vehicle
          ? call('PATCH /vehicles/{vehicle_uuid}', {
              params: { vehicle_uuid: vehicle.vehicle_uuid },
              body: unchecked<'PATCH /vehicles/{vehicle_uuid}'>({ ...body, version: sent.version }),
            })
          : call('POST /vehicles', { body: unchecked<'POST /vehicles'>(body) })
      }}
    >
      <Field label={words.common.name} name="name" />
      <div className={page.pair}>
        <Field label={words.fleet.shiftFrom} name="shift_start" type="time" />
        <Field label={words.fleet.shiftTo} name="shift_end" type="time" />
        <SelectField label={words.fleet.vehicleType} name="costing" hint={words.fleet.vehicleTypeHint}>
          <option value="CAR">{words.fleet.carOrVan}</option>
          <option value="TRUCK">{words.fleet.truck}</option>
        </SelectField>
        <Field label={words.fleet.skills} name="skills" hint={words.fleet.skillsHint} />
        <Field
          label={words.fleet.capacity(unitOf('weight'))}
          name="capacity_lbs"
          inputMode="decimal"
          hint={words.fleet.blankNoLimit}
        />
        <Field
          label={words.fleet.capacityPieces}
          name="capacity_pieces"
          inputMode="decimal"
          hint={words.fleet.blankNoLimit}
        />
        <Field
          label={words.fleet.capacity(unitOf('volume'))}
          name="capacity_cubic_feet"
          inputMode="decimal"
          hint={words.fleet.blankNoLimit}
        />
        <Field label={words.fleet.maxStops} name="max_stops" inputMode="numeric" hint={words.fleet.blankNoLimit} />
        <Field
          label={words.fleet.maxWork}
          name="max_working_minutes"
          inputMode="numeric"
          hint={words.fleet.blankShift}
        />
        <Field
          label={words.fleet.maxDriving}
          name="max_driving_minutes"
          inputMode="numeric"
          hint={words.fleet.blankNoLimit}
        />
        <Field
          label={words.fleet.overtimeAfter}
          name="overtime_after_minutes"
          inputMode="numeric"
          hint={words.fleet.overtimeAfterHint}
        />
        <Field
          label={words.fleet.overtimeFactor}
          name="overtime_factor"
          inputMode="decimal"
          hint={words.fleet.overtimeFactorHint}
        />
        <Field
          label={words.fleet.serviceFactor}
          name="service_factor"
          inputMode="decimal"
          hint={words.fleet.serviceFactorHint}
        />
        <Field label={words.fleet.reload} name="reload_minutes" inputMode="numeric" hint={words.fleet.reloadHint} />
        <Field
          label={words.fleet.maxReloads}
          name="max_reloads"
          inputMode="numeric"
          hint={words.fleet.maxReloadsHint}
        />
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
        <SelectField label={words.fleet.usualDriver} name="driver_uuid">
          <option value="">{words.fleet.noDriver}</option>
          {fleet.drivers.map(({ driver_uuid, name }) => (
            <option key={driver_uuid} value={driver_uuid}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label={words.fleet.depot} name="depot_uuid">
          {isBound && !fleet.depots.some(({ is_default }) => is_default) ? null : (
            <option value="">{words.fleet.theDefaultDepot}</option>
          )}
          {fleet.depots.map(({ depot_uuid, name }) => (
            <option key={depot_uuid} value={depot_uuid}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <EndFields of="start" label={words.fleet.starts} />
      <EndFields of="end" label={words.fleet.ends} open />
      {zones && zones.length > 0 ? (
        <details open={(vehicle?.areas ?? []).length > 0}>
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
      ) : null}
      {vehicle ? <Check name="active">{words.fleet.inUse}</Check> : null}
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
        <option value="DEPOT">{words.fleet.atDepot}</option>
        <option value="PLACE">{words.fleet.elsewhere}</option>
        {open ? <option value="OPEN">{words.fleet.atLastStop}</option> : null}
      </SelectField>
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
  ...Array.from({ length: MOST_BREAKS }, (_, i) =>
    ['window_start', 'window_end', 'minutes'].map((member) => `breaks.${i}.${member}`),
  ).flat(),
]

const temperature = (name: string): string => words.common.temperature[name as TemperatureClass]
