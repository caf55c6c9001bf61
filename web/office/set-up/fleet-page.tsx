// Page with the depots, drivers and vehicles of the business.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { DepotOut, DriverOut } from '../../../src/contract/fleet.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../src/domain/customer-words/language.ts'
import { call, asCompleteBody } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Field, SelectField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { clockTime, pounds } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { SampleSection } from '../first-steps/sample.tsx'
import { navigate, useLocation } from '../location.ts'
import { placeFor, PlaceFields } from '../place-fields.tsx'
import { FleetTable } from './fleet-table.tsx'
import { DriverPageDialog } from './driver-page-dialog.tsx'
import { useRoleReason, useSession, useSharedReason } from '../session.tsx'
import { words } from '../../words/locale.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { type DialogProps, VehicleDialog, temperature } from './vehicle-dialog.tsx'

/** Record in the dialog. */
interface Editing {
  kind: 'depot' | 'driver' | 'vehicle' | 'table'
  /** UUID. Null for a new record. */
  id: string | null
}

export default function FleetPage() {
  const again = useInvalidate()
  const role = useSharedReason('changeFleet')
  const fleet = useQuery(endpointQuery('GET /fleet'))
  const { searchParams } = useLocation()
  // Links of the first steps have this parameter, which opens the dialog for the step.
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
  // Dialogs show the record as last read, because another user may change it while the dialog is open.
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
  /** Permission to change the records. */
  takes: 'changeFleet' | 'changeDrivers'
  title: string
  add: string
  /** Why the user can't add records although existing ones can be changed. Null or absent if the user can. */
  adds?: string | null
  onAdd: () => void
  columns: readonly string[]
  /** Shown if there are no records. */
  empty: string
  /** Table rows. */
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

/** A table row with name, note, cells and the edit button. */
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
  /** Further buttons. */
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
  /** Opens the dialog of the record with this ID, or of a new record if it is null. */
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
      {linked ? <DriverPageDialog driver={linked} onClose={() => setLinked(null)} /> : null}
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
        const body = asCompleteBody<'POST /depots'>({
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
              body: asCompleteBody<'PATCH /drivers/{driver_uuid}'>({ ...body, version: sent.version }),
            })
          : call('POST /drivers', { body: asCompleteBody<'POST /drivers'>(body) })
      }}
    >
      <Field label={words.common.name} name="name" />
      <Field label={words.common.phone} name="phone" type="tel" hint={words.fleet.phoneHint} />
      <Field label={words.common.email} name="email" type="email" />
      <SelectField
        label={words.common.language}
        hint={words.fleet.languageHint}
        name="language"
        none={words.fleet.thePhones}
        options={LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language], language])}
      />
      {driver ? <Check name="active">{words.fleet.active}</Check> : null}
    </FormDialog>
  )
}
