// Vehicles, whose cells are edited in place.
import type { ReactNode } from 'react'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { VehicleOut } from '../../../src/contract/vehicles.ts'
import { listIn } from '../../../src/domain/imports/import-cells.ts'
import { numberIn } from '../../../src/domain/imports/import-numbers.ts'
import { TEMPERATURE_CLASSES } from '../../../src/domain/orders/order.ts'
import { useActionRunner } from '../../api/run.ts'
import { EditCell } from '../../ui/edit-cell.tsx'
import { clockTime, countText, inputValueOf, pounds, storedValueOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Options } from '../../ui/options.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Figure, Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { typeName, typeOptions } from './vehicle-types.ts'
import { useRoleReason } from '../session.tsx'
import type { FleetChanges } from './changes.ts'
import style from './fleet.module.css'
import { temperature } from './vehicle-values.ts'

interface Props {
  fleet: FleetOut
  changes: FleetChanges
  onOpen: (id: string) => void
}

export const VehiclesTable = ({ fleet, changes, onOpen }: Props) => (
  <Table
    full
    scrolls
    label={words.common.vehicles}
    columns={[
      words.common.vehicle,
      words.fleet.vehicleType,
      { name: words.fleet.capacityColumn, figure: true },
      { name: words.fleet.pieces, figure: true },
      words.common.goods,
      words.fleet.shift,
      words.common.driver,
      words.fleet.skills,
      words.fleet.inUse,
    ]}
  >
    {fleet.vehicles.map((vehicle) => (
      <Row key={vehicle.vehicle_uuid} {...{ fleet, vehicle, changes, onOpen }} />
    ))}
  </Table>
)

function Row({ fleet, vehicle, changes, onOpen }: Props & { vehicle: VehicleOut }) {
  const reason = useRoleReason('changeFleet')
  const { name } = vehicle
  return (
    <tr className={vehicle.active ? undefined : style.off}>
      <td>
        <button
          type="button"
          className={style.open}
          title={words.fleet.editOne(name)}
          onClick={() => onOpen(vehicle.vehicle_uuid)}
        >
          {name}
        </button>
      </td>
      {CELLS.map((cell) => {
        const { column, shown, read, controls, figure } = cell(vehicle, fleet)
        const label = words.fleet.cellOf(column, name)
        const edit = (
          <EditCell {...{ label, shown, reason }} save={(values) => changes.change(vehicle, read(values), label)}>
            {controls}
          </EditCell>
        )
        return figure ? <Figure key={column}>{edit}</Figure> : <td key={column}>{edit}</td>
      })}
      <td>
        <InUse {...{ vehicle, changes, reason }} />
      </td>
    </tr>
  )
}

function InUse({ vehicle, changes, reason }: Pick<Props, 'changes'> & { vehicle: VehicleOut; reason: string | null }) {
  const { run, busy, said } = useActionRunner()
  const label = words.fleet.cellOf(words.fleet.inUse, vehicle.name)
  return (
    <Switch
      aria-label={label}
      aria-busy={busy || undefined}
      title={reason ?? (said || undefined)}
      disabled={reason !== null}
      checked={vehicle.active}
      onChange={() => void run(() => changes.change(vehicle, { active: !vehicle.active }, label))}
    />
  )
}

/** A cell that is edited in place. */
interface Cell {
  column: string
  figure?: true
  shown: ReactNode
  /** Members of the vehicle for the values of the controls. */
  read: (values: FormData) => Readonly<Record<string, unknown>>
  controls: ReactNode
}

/** Cells between the name and the switch, in the order of the columns. */
const CELLS: readonly ((vehicle: VehicleOut, fleet: FleetOut) => Cell)[] = [
  ({ costing }) => ({
    column: words.fleet.vehicleType,
    shown: typeName(costing),
    read: (values) => ({ costing: values.get('costing') }),
    controls: (
      <select name="costing" aria-label={words.fleet.vehicleType} defaultValue={costing}>
        {typeOptions().map(([type, name]) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
      </select>
    ),
  }),
  ({ capacity_lbs: lbs }) => ({
    column: words.fleet.capacityColumn,
    figure: true,
    shown: lbs === null ? '–' : pounds(lbs),
    read: (values) => ({ capacity_lbs: storedValueOf('weight', numberOf(values, 'weight'), lbs) }),
    controls: <NumberInput name="weight" label={words.fleet.capacityColumn} value={inputValueOf('weight', lbs)} />,
  }),
  ({ capacity_pieces: pieces }) => ({
    column: words.fleet.pieces,
    figure: true,
    shown: pieces === null ? '–' : countText(pieces),
    read: (values) => ({ capacity_pieces: numberOf(values, 'pieces') }),
    controls: <NumberInput name="pieces" label={words.fleet.pieces} value={pieces} />,
  }),
  (vehicle) => ({
    column: words.common.goods,
    shown: <Goods of={vehicle} />,
    read: (values) => ({ temperature_classes: values.getAll('goods') }),
    controls: <GoodsChoice of={vehicle} />,
  }),
  ({ shift_start, shift_end }) => ({
    column: words.fleet.shift,
    shown: `${clockTime(shift_start)} – ${clockTime(shift_end)}`,
    read: (values) => ({ shift_start: values.get('from'), shift_end: values.get('to') }),
    controls: (
      <>
        <input type="time" name="from" aria-label={words.fleet.shiftFrom} defaultValue={shift_start} />
        –
        <input type="time" name="to" aria-label={words.fleet.shiftTo} defaultValue={shift_end} />
      </>
    ),
  }),
  ({ driver_uuid: id }, { drivers }) => ({
    column: words.common.driver,
    shown: drivers.find(({ driver_uuid }) => driver_uuid === id)?.name ?? <NoDriver />,
    read: (values) => ({ driver_uuid: values.get('driver') || null }),
    controls: (
      <select name="driver" aria-label={words.common.driver} defaultValue={id ?? ''}>
        <Options none={words.fleet.noDriver} options={drivers.map((one) => [one.driver_uuid, one.name])} />
      </select>
    ),
  }),
  ({ skills }) => ({
    column: words.fleet.skills,
    shown: skills.join(', ') || '–',
    read: (values) => ({ skills: listIn(textOf(values, 'skills')) }),
    controls: <input type="text" name="skills" aria-label={words.fleet.skills} defaultValue={skills.join(', ')} />,
  }),
]

function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** The number, null if the field is empty, or the text if it is not a number, so that the server reports it. */
function numberOf(values: FormData, name: string): number | string | null {
  const typed = textOf(values, name).trim()
  return typed === '' ? null : (numberIn(typed, null) ?? typed)
}

const NumberInput = ({ name, label, value }: { name: string; label: string; value: number | null }) => (
  <input
    type="text"
    inputMode="decimal"
    name={name}
    aria-label={label}
    placeholder={words.fleet.noLimit}
    defaultValue={value ?? ''}
  />
)

const Goods = ({ of }: { of: VehicleOut }) => (
  <span className={style.tags}>
    {of.temperature_classes.map((name) => (
      <span key={name}>
        {name === 'DRY' ? null : <Icon name={name === 'FROZEN' ? 'snow' : 'chilled'} />}
        {temperature(name)}
      </span>
    ))}
  </span>
)

const GoodsChoice = ({ of }: { of: VehicleOut }) => (
  <span className={style.checks}>
    {TEMPERATURE_CLASSES.map((name) => (
      <label key={name}>
        <input type="checkbox" name="goods" value={name} defaultChecked={of.temperature_classes.includes(name)} />
        {temperature(name)}
      </label>
    ))}
  </span>
)

const NoDriver = () => (
  <span className={style.warn}>
    <Icon name="warning" />
    {words.fleet.noDriver}
  </span>
)
