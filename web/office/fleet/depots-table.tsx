// Depots. A click opens the sheet with the map.
import type { DepotOut } from '../../../src/contract/fleet.ts'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import { useActionRunner } from '../../api/run.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EditCell } from '../../ui/edit-cell.tsx'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Figure, Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { useRoleReason, useSession } from '../session.tsx'
import type { FleetChanges } from './changes.ts'
import style from './fleet.module.css'

interface Props {
  fleet: FleetOut
  changes: FleetChanges
  onOpen: (id: string) => void
}

export const DepotsTable = (props: Props) => (
  <Table
    full
    scrolls
    label={words.fleet.depots}
    columns={[
      words.fleet.depot,
      words.common.address,
      words.fleet.place,
      { name: words.common.vehicles, figure: true },
      words.fleet.editColumn,
    ]}
  >
    {props.fleet.depots.map((depot) => (
      <Row key={depot.depot_uuid} {...props} depot={depot} />
    ))}
  </Table>
)

function Row({ fleet, changes, onOpen, depot }: Props & { depot: DepotOut }) {
  const reason = useRoleReason('changeFleet')
  const isBound = useSession().user.depot_uuids !== null
  const { run, busy, said } = useActionRunner()
  const { name, depot_uuid: id } = depot
  const label = words.fleet.cellOf(words.common.address, name)
  const vehicles = fleet.vehicles.filter(({ depot_uuid }) => (depot_uuid ?? (depot.is_default ? id : null)) === id)
  return (
    <tr>
      <td>
        <span className={style.name}>
          <Icon name="home" />
          <button type="button" className={style.open} title={words.fleet.editOne(name)} onClick={() => onOpen(id)}>
            {name}
          </button>
          {depot.is_default ? <span className={style.soft}>({words.fleet.isDefault})</span> : null}
        </span>
      </td>
      <td>
        <EditCell
          label={label}
          reason={reason}
          shown={depot.address ?? '–'}
          save={(values) => changes.change(depot, { address: values.get('address') || null }, label)}
        >
          <input type="text" name="address" aria-label={words.common.address} defaultValue={depot.address ?? ''} />
        </EditCell>
      </td>
      <td>
        <span title={`${depot.lat.toFixed(5)}, ${depot.lng.toFixed(5)}`}>
          <Badge icon="checked" tone="good">
            {words.fleet.onMap}
          </Badge>
        </span>
      </td>
      <Figure>{countText(vehicles.length)}</Figure>
      <td>
        <span className={style.actions}>
          <span role="alert">{said}</span>
          {depot.is_default || isBound ? null : (
            <Button
              small
              kind="quiet"
              reason={reason}
              busy={busy}
              onClick={() => void run(() => changes.change(depot, { is_default: true }, name))}
            >
              {words.fleet.makeDefault}
            </Button>
          )}
          <Button small reason={reason} aria-label={words.fleet.movePinOf(name)} onClick={() => onOpen(id)}>
            {words.orders.movePin}
          </Button>
        </span>
      </td>
    </tr>
  )
}
