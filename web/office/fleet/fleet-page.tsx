// Page with the vehicles, drivers and depots of the business. Cells are edited in place, and a name opens its record.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { VehicleOut } from '../../../src/contract/vehicles.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { countText, timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { words } from '../../words/locale.ts'
import { SampleSection } from '../first-steps/sample.tsx'
import { Link } from '../link.tsx'
import { navigate, useLocation } from '../location.ts'
import { useRoleReason, useSession, useSharedReason } from '../session.tsx'
import { type FleetChanges, type FleetKind, useFleetChanges } from './changes.ts'
import { DepotSheet } from './depot-sheet.tsx'
import { DepotsTable } from './depots-table.tsx'
import { DriverSheet } from './driver-sheet.tsx'
import { DriversTable } from './drivers-table.tsx'
import style from './fleet.module.css'
import { PastePage } from './paste-page.tsx'
import { VehicleSheet } from './vehicle-sheet.tsx'
import { VehiclesTable } from './vehicles-table.tsx'

/** Record in the sheet. Null: a new record. */
interface Opened {
  id: string | null
  /** The new vehicle gets the properties of this vehicle. */
  like: VehicleOut | null
}

const KINDS = ['vehicle', 'driver', 'depot'] as const

export default function FleetPage() {
  const fleet = useQuery(endpointQuery('GET /fleet'))
  const again = useInvalidate()
  const changes = useFleetChanges(fleet)
  const { searchParams } = useLocation()
  const asked = searchParams.get('add')
  const kind = KINDS.find((one) => one === (searchParams.get('show') ?? asked)) ?? 'vehicle'
  const [opened, setOpened] = useState<Opened | null>(null)
  // Links of the first steps and of the palette open a new depot, the table or a vehicle.
  const vehicle = searchParams.get('vehicle')
  const shown = opened ?? (asked === 'depot' ? NEW : vehicle ? { id: vehicle, like: null } : null)
  const close = (): void => {
    setOpened(null)
    if (asked || vehicle) navigate(pathOf(kind), { replace: true })
  }
  const added = async (): Promise<void> => {
    const data = (await fleet.refetch()).data
    void again('GET /first-steps')
    if (asked === 'depot' && data?.vehicles.length === 0) navigate('/fleet?add=table', { replace: true })
  }
  const pasting = asked === 'table'
  return (
    <Page
      fills
      title={words.fleet.title}
      actions={<Actions {...{ changes, pasting }} kind={kind} onAdd={() => setOpened(NEW)} />}
    >
      <QueryState query={fleet} what={words.fleet.theFleet}>
        {(data) => (
          <>
            <Tabs
              fleet={data}
              kind={kind}
              savedAt={changes.savedAt}
              said={changes.said}
              onChange={() => setOpened(null)}
            />
            {pasting ? (
              <PastePage fleet={data} onAdded={() => void added().then(close)} onClose={close} />
            ) : (
              <Records {...{ changes, kind }} fleet={data} onOpen={(id) => setOpened({ id, like: null })} />
            )}
            {shown && !pasting ? (
              <RecordSheetOf
                key={shown.id ?? 'new'}
                {...{ changes, kind, shown }}
                fleet={data}
                onOpen={setOpened}
                onAdded={added}
                onClose={close}
              />
            ) : null}
          </>
        )}
      </QueryState>
    </Page>
  )
}

const NEW: Opened = { id: null, like: null }
const pathOf = (kind: FleetKind): string => (kind === 'vehicle' ? '/fleet' : `/fleet?show=${kind}`)

interface ActionsProps {
  changes: FleetChanges
  kind: FleetKind
  pasting: boolean
  onAdd: () => void
}

function Actions({ changes, kind, pasting, onAdd }: ActionsProps) {
  const shared = useSharedReason('changeFleet')
  const role = useRoleReason(kind === 'driver' ? 'changeDrivers' : 'changeFleet')
  const { last, busy, undo } = changes
  const label = last ? words.undo.undoOf(last.what) : words.common.undo
  return (
    <>
      <Button
        kind="quiet"
        icon
        aria-label={label}
        title={label}
        busy={busy}
        reason={last ? null : words.day.nothingToUndo}
        onClick={() => void undo()}
      >
        <Icon name="undo" />
      </Button>
      <Button reason={shared} onClick={() => navigate('/fleet?add=table')}>
        <Icon name="copy" />
        {words.firstSteps.addTable}
      </Button>
      {pasting ? null : (
        <Button kind="primary" reason={kind === 'depot' ? (role ?? shared) : role} onClick={onAdd}>
          <Icon name="plus" />
          {{ vehicle: words.fleet.addVehicle, driver: words.fleet.addDriver, depot: words.fleet.addDepot }[kind]}
        </Button>
      )}
    </>
  )
}

interface TabsProps {
  fleet: FleetOut
  kind: FleetKind
  savedAt: Date | null
  /** Result of an undo. */
  said: string
  onChange: () => void
}

function Tabs({ fleet, kind, savedAt, said, onChange }: TabsProps) {
  const zone = useSession().business.time_zone
  const counts = { vehicle: fleet.vehicles.length, driver: fleet.drivers.length, depot: fleet.depots.length }
  const names = { vehicle: words.common.vehicles, driver: words.fleet.drivers, depot: words.fleet.depots }
  return (
    <div className={style.tabs}>
      <nav className={page.tabs} aria-label={words.fleet.title} onClick={onChange}>
        {KINDS.map((one) => (
          <Link key={one} href={pathOf(one)} aria-current={one === kind ? 'page' : undefined}>
            {names[one]} <span className={style.soft}>{countText(counts[one])}</span>
          </Link>
        ))}
      </nav>
      <p role="status">
        {said}
        {savedAt && !said ? (
          <span className={style.saved}>
            <Icon name="checked" />
            {words.fleet.savedAt(timeOf(savedAt, zone))}
          </span>
        ) : null}
      </p>
    </div>
  )
}

interface RecordsProps {
  fleet: FleetOut
  changes: FleetChanges
  kind: FleetKind
  onOpen: (id: string) => void
}

function Records({ kind, ...props }: RecordsProps) {
  return (
    <>
      <List kind={kind} {...props} />
      {kind === 'vehicle' ? (
        <div className={style.inset}>
          <SampleSection />
        </div>
      ) : null}
    </>
  )
}

function List({ kind, ...props }: RecordsProps) {
  const { fleet } = props
  if (kind === 'vehicle' && fleet.vehicles.length > 0) return <VehiclesTable {...props} />
  if (kind === 'driver' && fleet.drivers.length > 0) return <DriversTable {...props} />
  if (kind === 'depot' && fleet.depots.length > 0) return <DepotsTable {...props} />
  const empty = { vehicle: words.fleet.noVehicles, driver: words.fleet.noDrivers, depot: words.fleet.noDepots }
  return (
    <div className={style.inset}>
      <Empty>{empty[kind]}</Empty>
    </div>
  )
}

interface SheetOfProps extends Omit<RecordsProps, 'onOpen'> {
  shown: Opened
  onOpen: (opened: Opened) => void
  onAdded: () => Promise<unknown>
  onClose: () => void
}

/** The sheet shows the record as last read, because another user may change it while it is open. */
function RecordSheetOf({ fleet, kind, shown, onOpen, ...props }: SheetOfProps) {
  const sheet = { ...props, fleet, onOpen: (id: string) => onOpen({ id, like: null }) }
  if (kind === 'depot')
    return <DepotSheet {...sheet} depot={fleet.depots.find(({ depot_uuid }) => depot_uuid === shown.id) ?? null} />
  if (kind === 'driver')
    return <DriverSheet {...sheet} driver={fleet.drivers.find(({ driver_uuid }) => driver_uuid === shown.id) ?? null} />
  const vehicle = fleet.vehicles.find(({ vehicle_uuid }) => vehicle_uuid === shown.id) ?? null
  return (
    <VehicleSheet {...sheet} vehicle={vehicle} like={shown.like} onLike={() => onOpen({ id: null, like: vehicle })} />
  )
}
