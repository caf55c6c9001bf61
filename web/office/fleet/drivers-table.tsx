// Drivers, whose cells are edited in place.
import { useState } from 'react'
import type { DriverOut } from '../../../src/contract/fleet.ts'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import { LANGUAGE_NAMES } from '../../../src/domain/customer-words/language.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { EditCell } from '../../ui/edit-cell.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import { Options } from '../../ui/options.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { initialsOf } from '../initials.ts'
import { useRoleReason } from '../session.tsx'
import type { FleetChanges } from './changes.ts'
import { DriverPageDialog } from './driver-page-dialog.tsx'
import { languageOptions } from './driver-sheet.tsx'
import style from './fleet.module.css'

interface Props {
  fleet: FleetOut
  changes: FleetChanges
  onOpen: (id: string) => void
}

export function DriversTable(props: Props) {
  const [linked, setLinked] = useState<DriverOut | null>(null)
  return (
    <>
      <Table
        full
        scrolls
        label={words.fleet.drivers}
        columns={[
          words.common.driver,
          words.common.phone,
          words.common.email,
          words.common.language,
          words.common.vehicle,
          words.fleet.driversPage,
          words.fleet.editColumn,
        ]}
      >
        {props.fleet.drivers.map((driver) => (
          <Row key={driver.driver_uuid} {...props} driver={driver} onLink={() => setLinked(driver)} />
        ))}
      </Table>
      {linked ? <DriverPageDialog driver={linked} onClose={() => setLinked(null)} /> : null}
    </>
  )
}

interface RowProps extends Props {
  driver: DriverOut
  /** Shows the driver page. */
  onLink: () => void
}

function Row(props: RowProps) {
  const { fleet, changes, onOpen, driver } = props
  const { name } = driver
  return (
    <tr className={driver.active ? undefined : style.off}>
      <td>
        <span className={style.name}>
          <span className={style.avatar} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <button
            type="button"
            className={style.open}
            title={words.fleet.editOne(name)}
            onClick={() => onOpen(driver.driver_uuid)}
          >
            {name}
          </button>
          {driver.active ? null : <span className={style.soft}>({words.fleet.notDriving})</span>}
        </span>
      </td>
      <Cells driver={driver} changes={changes} />
      <td>
        {fleet.vehicles
          .filter(({ driver_uuid }) => driver_uuid === driver.driver_uuid)
          .map((one) => one.name)
          .join(', ') || '–'}
      </td>
      <td>{driver.phone && driver.no_text ? <NoTexts why={driver.no_text} /> : null}</td>
      <td>
        <RowActions {...props} />
      </td>
    </tr>
  )
}

function Cells({ driver, changes }: Pick<RowProps, 'driver' | 'changes'>) {
  const reason = useRoleReason('changeDrivers')
  const edit = (column: string, member: 'phone' | 'email' | 'language') => {
    const label = words.fleet.cellOf(column, driver.name)
    const save = (values: FormData) => changes.change(driver, { [member]: values.get(member) || null }, label)
    return { label, reason, save }
  }
  return (
    <>
      <td>
        <EditCell
          {...edit(words.common.phone, 'phone')}
          shown={driver.phone ?? <span className={style.soft}>{words.fleet.addPhone}</span>}
        >
          <input type="tel" name="phone" aria-label={words.common.phone} defaultValue={driver.phone ?? ''} />
        </EditCell>
      </td>
      <td>
        <EditCell {...edit(words.common.email, 'email')} shown={driver.email ?? '–'}>
          <input type="email" name="email" aria-label={words.common.email} defaultValue={driver.email ?? ''} />
        </EditCell>
      </td>
      <td>
        <EditCell
          {...edit(words.common.language, 'language')}
          shown={driver.language ? LANGUAGE_NAMES[driver.language] : '–'}
        >
          <select name="language" aria-label={words.common.language} defaultValue={driver.language ?? ''}>
            <Options none={words.fleet.thePhones} options={languageOptions} />
          </select>
        </EditCell>
      </td>
    </>
  )
}

const NoTexts = ({ why }: { why: string }) => (
  <span className={style.warn} title={words.fleet.noText(why)}>
    <Icon name="warning" label={words.fleet.noText(why)} />
    {words.fleet.noTexts}
  </span>
)

function RowActions({ changes, onOpen, driver, onLink }: RowProps) {
  const reason = useRoleReason('changeDrivers')
  const { run, said } = useActionRunner()
  const { name } = driver
  const toggle = () => run(() => changes.change(driver, { active: !driver.active }, name))
  return (
    <span className={style.actions}>
      <span role="alert">{said}</span>
      <Button
        small
        reason={reason ?? (driver.active ? null : words.fleet.onlyActive)}
        aria-label={words.fleet.driversPageOf(name)}
        onClick={onLink}
      >
        {words.fleet.driversPage}
      </Button>
      <MenuButton
        small
        label={words.fleet.moreFor(name)}
        icon={<Icon name="more" />}
        onAction={(key) => (key === 'edit' ? onOpen(driver.driver_uuid) : void toggle())}
      >
        <MenuChoice id="edit" name={words.fleet.editOne(name)} />
        <MenuChoice
          id="active"
          name={driver.active ? words.fleet.drivesNoMore : words.fleet.drivesAgain}
          reason={reason}
        />
      </MenuButton>
    </span>
  )
}
