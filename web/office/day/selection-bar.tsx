// Actions on the selected deliveries as a bar over the map, and as a context menu.
import { Header, MenuSection, Separator } from 'react-aria-components'
import type { DayOut } from '../../../src/contract/day.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import { useDayCommands } from './day-commands.ts'
import { MenuAtPoint, MenuChoice } from '../../ui/menu.tsx'
import { actionsOf, selectedIn, splitActions, moveTargets, widerSelections } from './selection.ts'
import style from './selection.module.css'
import { Options } from '../../ui/options.tsx'

interface Props {
  day: DayOut
  selected: ReadonlySet<string>
}

export function SelectionBar({ day, selected }: Props) {
  const deeds = useDayCommands()
  const role = useRoleReason('planRoutes')
  const none = selectedIn(day, selected).movable.length === 0
  const targets = moveTargets(day, selected, deeds)
  return (
    <section className={style.bar} aria-label={words.selection.label}>
      <strong>{words.selection.count(selected.size)}</strong>
      {role ? null : (
        <label>
          <span className="visually-hidden">{words.selection.moveTo}</span>
          <select
            value=""
            disabled={none}
            onChange={(event) => targets.find(({ key }) => key === event.target.value)?.run()}
          >
            <Options none={words.selection.moveTo} options={targets.map(({ key, name }) => [key, name])} />
          </select>
        </label>
      )}
      {actionsOf(day, selected, deeds, role).map(({ key, name, reason, danger, run }) => (
        <Button key={key} kind={danger ? 'danger' : 'plain'} reason={reason} onClick={run}>
          {name}
        </Button>
      ))}
      <Button kind="quiet" onClick={() => deeds.select(new Set())}>
        {words.common.clear}
      </Button>
    </section>
  )
}

export interface MenuAt {
  orderId: string
  x: number
  y: number
}

export function SelectionMenu({ day, selected, at, onClose }: Props & { at: MenuAt; onClose: () => void }) {
  const deeds = useDayCommands()
  const role = useRoleReason('planRoutes')
  const actions = [...splitActions(day, at.orderId, deeds, role), ...actionsOf(day, selected, deeds, role)]
  const targets = role ? [] : moveTargets(day, selected, deeds)
  const wider = widerSelections(day, at.orderId)
  const run = (key: string): void => {
    const more = wider.find((one) => `select ${one.key}` === key)
    if (more) deeds.select(new Set(more.ids))
    else (actions.find((one) => one.key === key) ?? targets.find((one) => `to ${one.key}` === key))?.run()
  }
  return (
    <MenuAtPoint label={words.selection.label} at={at} onAction={run} onClose={onClose}>
      {wider.map(({ key, name, ids }) => (
        <MenuChoice key={key} id={`select ${key}`} name={words.selection.selectWhat(name, ids.length)} />
      ))}
      <Separator />
      {actions.map(({ key, name, reason }) => (
        <MenuChoice key={key} id={key} name={name} reason={reason} />
      ))}
      {targets.length > 0 ? (
        <MenuSection>
          <Header>{words.selection.moveTo}</Header>
          {targets.map(({ key, name }) => (
            <MenuChoice key={key} id={`to ${key}`} name={name} />
          ))}
        </MenuSection>
      ) : null}
    </MenuAtPoint>
  )
}
