// Actions of one delivery: the two commonest as buttons, the others in a menu.
import type { DayOut, DayRoute, DayStop } from '../../../src/contract/day.ts'
import { isRunning } from '../../../src/domain/routes/route.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import { words } from '../../words/locale.ts'
import { isOpen, type DayDelivery } from './day-data.ts'
import { type DayCommands, useDayCommands } from './day-commands.ts'
import { unmovableReason } from './moves.ts'
import { moveTargets } from './selection.ts'
import style from './stop.module.css'

interface Props {
  day: DayOut
  placed: DayDelivery
  /** Why the role of the person does not allow changes. Null if it does. */
  role: string | null
  /** Why an order without a location can't be planned. Null if it can. */
  unplaced: string | null
}

export function StopActions({ day, placed, role, unplaced }: Props) {
  const deeds = useDayCommands()
  const { route, stop, order, orderId } = placed
  const isChangeable = order !== null || (route && stop && isOpen(route) && !stop.finished_at)
  if (!isChangeable) return null
  const reason = role ?? unplaced ?? unmovableReason(stop)
  const targets = reason ? [] : moveTargets(day, new Set([orderId]), deeds)
  const others = route && stop ? stopChoices(route, stop, role, deeds) : orderChoices(placed, role, deeds)
  return (
    <div className={style.actions}>
      {stop ? (
        <Button reason={role} onClick={() => deeds.lock([orderId], !stop.locked)}>
          <Icon name="lock" /> {stop.locked ? words.stop.unlock : words.stop.lock}
        </Button>
      ) : null}
      {order && !unplaced && day.routes.some(isOpen) ? (
        <Button reason={role} onClick={() => deeds.replan({ kind: 'FIT_IN', orders: [order] })}>
          {words.day.fitIn}
        </Button>
      ) : null}
      {targets.length > 0 ? (
        <MenuButton
          label={words.stop.moveTo}
          kind="plain"
          onAction={(key) => targets.find((target) => target.key === key)?.run()}
        >
          {targets.map(({ key, name }) => (
            <MenuChoice key={key} id={key} name={name} />
          ))}
        </MenuButton>
      ) : (
        <Button reason={reason ?? words.day.noOtherRoutes}>{words.stop.moveTo}</Button>
      )}
      <MenuButton
        label={words.stop.more}
        icon={<Icon name="more" />}
        kind="plain"
        onAction={(key) => others.find((other) => other.key === key)?.run()}
      >
        {others.map((other) => (
          <MenuChoice key={other.key} id={other.key} name={other.name} reason={other.reason} />
        ))}
      </MenuButton>
    </div>
  )
}

interface Choice {
  key: string
  name: string
  reason: string | null
  run: () => void
}

const orderChoices = ({ orderId }: DayDelivery, role: string | null, deeds: DayCommands): Choice[] => [
  { key: 'otherDay', name: words.day.otherDay, reason: role, run: () => deeds.otherDay([orderId]) },
]

function stopChoices(route: DayRoute, stop: DayStop, role: string | null, deeds: DayCommands): Choice[] {
  const orderId = stop.order_uuid
  const reason = role ?? unmovableReason(stop)
  const takesLonger = {
    key: 'takesLonger',
    name: words.stop.takesLonger,
    reason: role,
    run: () => deeds.replan({ kind: 'GROWN', stop }),
  }
  return [
    { key: 'otherDay', name: words.day.otherDay, reason, run: () => deeds.otherDay([orderId]) },
    ...reloadChoice(route, stop, role, deeds),
    ...(isRunning(route.status) ? [takesLonger] : []),
    {
      key: 'remove',
      name: words.stop.remove,
      reason,
      run: () => deeds.move({ order_uuids: [orderId], to: null }),
    },
  ]
}

/** Adds or removes a reload before the stop. Not offered at the first stop, where the vehicle is already loaded. */
function reloadChoice(route: DayRoute, stop: DayStop, role: string | null, deeds: DayCommands): Choice[] {
  const own = route.stops.filter(({ trip }) => !route.pauses?.some((pause) => pause.hand_over && pause.trip === trip))
  const before = own.slice(0, Math.max(0, own.indexOf(stop)))
  if (!route.may_reload || before.length === 0) return []
  const begins = before.every(({ trip }) => trip !== stop.trip)
  return [
    {
      key: 'reload',
      name: begins ? words.stop.noReload : words.stop.reload,
      reason: role ?? (stop.status === 'PENDING' ? null : words.stop.headsThere),
      run: () => deeds.loadAgain(stop, !begins),
    },
  ]
}
