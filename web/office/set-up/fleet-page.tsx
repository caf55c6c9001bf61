// Depots, drivers and vehicles: what a build plans with.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FleetOut, VehicleOut } from '../../../src/contract/office/fleet.ts'
import { TEMPERATURE_CLASSES } from '../../../src/domain/order.ts'
import { get, post, send } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { clockTime, pounds } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { RecordDialog } from '../../ui/record-dialog.tsx'
import { useRoleReason } from '../session.tsx'

type Depot = FleetOut['depots'][number]
type Driver = FleetOut['drivers'][number]
type Editing =
  | { kind: 'depot'; of: Depot | null }
  | { kind: 'driver'; of: Driver | null }
  | { kind: 'vehicle'; of: VehicleOut | null }

export function FleetPage() {
  const client = useQueryClient()
  const fleet = useQuery({ queryKey: ['fleet'], queryFn: () => get<FleetOut>('/fleet') })
  const [editing, setEditing] = useState<Editing | null>(null)
  const close = (): void => {
    setEditing(null)
    void client.invalidateQueries({ queryKey: ['fleet'] })
  }
  return (
    <div className={page.page}>
      <h1>Fleet</h1>
      <QueryState query={fleet} what="the fleet">
        {(data) => (
          <>
            <Depots fleet={data} onEdit={(of) => setEditing({ kind: 'depot', of })} />
            <Drivers fleet={data} onEdit={(of) => setEditing({ kind: 'driver', of })} />
            <Vehicles fleet={data} onEdit={(of) => setEditing({ kind: 'vehicle', of })} />
            {editing?.kind === 'depot' ? <DepotDialog depot={editing.of} onClose={close} /> : null}
            {editing?.kind === 'driver' ? <DriverDialog driver={editing.of} onClose={close} /> : null}
            {editing?.kind === 'vehicle' ? <VehicleDialog fleet={data} vehicle={editing.of} onClose={close} /> : null}
          </>
        )}
      </QueryState>
    </div>
  )
}

function Section({
  title,
  add,
  onAdd,
  children,
}: {
  title: string
  add: string
  onAdd: () => void
  children: ReactNode
}) {
  const role = useRoleReason('DISPATCHER')
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>{title}</h2>
        <Button reason={role} onClick={onAdd}>
          {add}
        </Button>
      </div>
      {children}
    </section>
  )
}

function Edit({ name, onEdit }: { name: string; onEdit: () => void }) {
  const role = useRoleReason('DISPATCHER')
  return (
    <Button kind="quiet" reason={role} aria-label={`Edit ${name}`} onClick={onEdit}>
      Edit
    </Button>
  )
}

function Depots({ fleet, onEdit }: { fleet: FleetOut; onEdit: (of: Depot | null) => void }) {
  return (
    <Section title="Depots" add="Add a depot" onAdd={() => onEdit(null)}>
      {fleet.depots.length === 0 ? (
        <p className={page.empty}>No depot yet: add the place your vehicles start from and come back to.</p>
      ) : (
        <table className={page.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Place</th>
              <th scope="col">
                <span className="visually-hidden">Edit</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fleet.depots.map((depot) => (
              <tr key={depot.depot_uuid}>
                <td>
                  {depot.name}
                  {depot.is_default ? <span className={page.soft}> (default)</span> : null}
                </td>
                <td>{depot.address || `${depot.lat.toFixed(5)}, ${depot.lng.toFixed(5)}`}</td>
                <td>
                  <Edit name={depot.name} onEdit={() => onEdit(depot)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function Drivers({ fleet, onEdit }: { fleet: FleetOut; onEdit: (of: Driver | null) => void }) {
  return (
    <Section title="Drivers" add="Add a driver" onAdd={() => onEdit(null)}>
      {fleet.drivers.length === 0 ? (
        <p className={page.empty}>No driver yet: a route’s link is texted to its driver when it is sent.</p>
      ) : (
        <table className={page.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Phone</th>
              <th scope="col">Email</th>
              <th scope="col">
                <span className="visually-hidden">Edit</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fleet.drivers.map((driver) => (
              <tr key={driver.driver_uuid}>
                <td>
                  {driver.name}
                  {driver.active ? null : <span className={page.soft}> (not driving)</span>}
                </td>
                <td>{driver.phone}</td>
                <td>{driver.email}</td>
                <td>
                  <Edit name={driver.name} onEdit={() => onEdit(driver)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function Vehicles({ fleet, onEdit }: { fleet: FleetOut; onEdit: (of: VehicleOut | null) => void }) {
  const driverOf = (vehicle: VehicleOut) => fleet.drivers.find(({ driver_uuid }) => driver_uuid === vehicle.driver_uuid)
  return (
    <Section title="Vehicles" add="Add a vehicle" onAdd={() => onEdit(null)}>
      {fleet.vehicles.length === 0 ? (
        <p className={page.empty}>No vehicle yet: add one, or load the demo (npm run demo).</p>
      ) : (
        <table className={page.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Carries</th>
              <th scope="col">Shift</th>
              <th scope="col">Driver</th>
              <th scope="col">
                <span className="visually-hidden">Edit</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fleet.vehicles.map((vehicle) => (
              <tr key={vehicle.vehicle_uuid}>
                <td>
                  {vehicle.name}
                  {vehicle.active ? null : <span className={page.soft}> (not in use)</span>}
                </td>
                <td>
                  {vehicle.capacity_lbs === null ? 'any weight' : pounds(vehicle.capacity_lbs)},{' '}
                  {vehicle.temperature_classes.map((name) => name.toLowerCase()).join(', ')}
                </td>
                <td>
                  {clockTime(vehicle.shift_start)} – {clockTime(vehicle.shift_end)}
                </td>
                <td>{driverOf(vehicle)?.name ?? '–'}</td>
                <td>
                  <Edit name={vehicle.name} onEdit={() => onEdit(vehicle)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

/** Adds without a uuid, changes with one. */
const save = (path: string, uuid: string | undefined, body: unknown): Promise<unknown> =>
  uuid ? send('PATCH', `${path}/${uuid}`, body) : post(path, body)

/** Null for an empty field; text that is no number is sent as it is, and the server names the field. */
const numberOf = (text: string | undefined): number | string | null =>
  !text ? null : Number.isNaN(Number(text)) ? text : Number(text)

function DepotDialog({ depot, onClose }: { depot: Depot | null; onClose: () => void }) {
  return (
    <RecordDialog
      title={depot ? `Edit ${depot.name}` : 'Add a depot'}
      fields={['name', 'address', 'lat', 'lng']}
      onClose={onClose}
      save={({ name, address, lat, lng }) =>
        save('/depots', depot?.depot_uuid, { name, address: address || null, lat: numberOf(lat), lng: numberOf(lng) })
      }
    >
      {(faultOf) => (
        <>
          <Field label="Name" name="name" defaultValue={depot?.name} fault={faultOf('name')} />
          <Field
            label="Address"
            name="address"
            defaultValue={depot?.address ?? ''}
            hint="For people; may be empty"
            fault={faultOf('address')}
          />
          <div className={page.pair}>
            <Field
              label="Latitude"
              name="lat"
              inputMode="decimal"
              defaultValue={depot?.lat}
              hint="Such as 38.9186"
              fault={faultOf('lat')}
            />
            <Field
              label="Longitude"
              name="lng"
              inputMode="decimal"
              defaultValue={depot?.lng}
              hint="Such as -77.0127"
              fault={faultOf('lng')}
            />
          </div>
        </>
      )}
    </RecordDialog>
  )
}

function DriverDialog({ driver, onClose }: { driver: Driver | null; onClose: () => void }) {
  return (
    <RecordDialog
      title={driver ? `Edit ${driver.name}` : 'Add a driver'}
      fields={['name', 'phone', 'email']}
      onClose={onClose}
      save={({ name, phone, email, active }) =>
        save('/drivers', driver?.driver_uuid, {
          name,
          phone: phone || null,
          email: email || null,
          active: !driver || active === 'on',
        })
      }
    >
      {(faultOf) => (
        <>
          <Field label="Name" name="name" defaultValue={driver?.name} fault={faultOf('name')} />
          <Field
            label="Phone"
            name="phone"
            type="tel"
            defaultValue={driver?.phone ?? ''}
            hint="The route’s link is texted here"
            fault={faultOf('phone')}
          />
          <Field label="Email" name="email" type="email" defaultValue={driver?.email ?? ''} fault={faultOf('email')} />
          {driver ? (
            <label className={page.check}>
              <input type="checkbox" name="active" defaultChecked={driver.active} /> Drives for us
            </label>
          ) : null}
        </>
      )}
    </RecordDialog>
  )
}

function VehicleDialog({
  fleet,
  vehicle,
  onClose,
}: {
  fleet: FleetOut
  vehicle: VehicleOut | null
  onClose: () => void
}) {
  const carried = vehicle?.temperature_classes ?? ['DRY']
  return (
    <RecordDialog
      title={vehicle ? `Edit ${vehicle.name}` : 'Add a vehicle'}
      fields={['name', 'capacity_lbs', 'max_stops', 'shift_start', 'shift_end']}
      onClose={onClose}
      save={(fields, form) =>
        save('/vehicles', vehicle?.vehicle_uuid, {
          name: fields.name,
          capacity_lbs: numberOf(fields.capacity_lbs),
          max_stops: numberOf(fields.max_stops),
          temperature_classes: new FormData(form).getAll('temperature_class'),
          shift_start: fields.shift_start,
          shift_end: fields.shift_end,
          driver_uuid: fields.driver_uuid || null,
          depot_uuid: fields.depot_uuid || null,
          active: !vehicle || fields.active === 'on',
        })
      }
    >
      {(faultOf) => (
        <>
          <Field label="Name" name="name" defaultValue={vehicle?.name} fault={faultOf('name')} />
          <div className={page.pair}>
            <Field
              label="Capacity, pounds"
              name="capacity_lbs"
              inputMode="decimal"
              defaultValue={vehicle?.capacity_lbs ?? ''}
              hint="Empty: any weight"
              fault={faultOf('capacity_lbs')}
            />
            <Field
              label="Most stops"
              name="max_stops"
              inputMode="numeric"
              defaultValue={vehicle?.max_stops ?? ''}
              hint="Empty: any number"
              fault={faultOf('max_stops')}
            />
            <Field
              label="Shift from"
              name="shift_start"
              type="time"
              defaultValue={vehicle?.shift_start ?? '08:00'}
              fault={faultOf('shift_start')}
            />
            <Field
              label="Shift to"
              name="shift_end"
              type="time"
              defaultValue={vehicle?.shift_end ?? '17:00'}
              fault={faultOf('shift_end')}
            />
          </div>
          <fieldset className={page.checks}>
            <legend>Carries</legend>
            {TEMPERATURE_CLASSES.map((name) => (
              <label key={name} className={page.check}>
                <input type="checkbox" name="temperature_class" value={name} defaultChecked={carried.includes(name)} />
                {name.toLowerCase()}
              </label>
            ))}
          </fieldset>
          <div className={page.pair}>
            <SelectField label="Usual driver" name="driver_uuid" defaultValue={vehicle?.driver_uuid ?? ''}>
              <option value="">No driver</option>
              {fleet.drivers.map(({ driver_uuid, name }) => (
                <option key={driver_uuid} value={driver_uuid}>
                  {name}
                </option>
              ))}
            </SelectField>
            <SelectField label="Starts from" name="depot_uuid" defaultValue={vehicle?.depot_uuid ?? ''}>
              <option value="">The default depot</option>
              {fleet.depots.map(({ depot_uuid, name }) => (
                <option key={depot_uuid} value={depot_uuid}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          {vehicle ? (
            <label className={page.check}>
              <input type="checkbox" name="active" defaultChecked={vehicle.active} /> In use
            </label>
          ) : null}
        </>
      )}
    </RecordDialog>
  )
}
