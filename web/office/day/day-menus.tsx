// Menus of the day's toolbar, and its button for the next step.
import { useRef, useState } from 'react'
import { Separator } from 'react-aria-components'
import type { DayOut } from '../../../src/contract/day.ts'
import { isRunning } from '../../../src/domain/routes/route.ts'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuAtPoint, MenuButton, MenuChoice } from '../../ui/menu.tsx'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import type { DayAction, DayActions } from './day-actions.ts'
import { useDayCommands } from './day-commands.ts'
import { pendingLateStopCount } from './day-data.ts'
import type { Progress } from './day-stage.ts'
import { freeVehicles } from './selection.ts'
import style from './toolbar.module.css'

const KEYS: Partial<Record<DayAction, string>> = { build: 'B', review: 'R' }

/** Items of a menu, for the actions in this order. */
const itemsOf = ({ all }: DayActions, keys: readonly DayAction[]) =>
  keys.flatMap((key) =>
    all
      .filter((choice) => choice.key === key)
      .map((choice) => <MenuChoice {...choice} key={key} id={key} note={KEYS[key]} />),
  )

export function PlanMenu({ day, actions }: { day: DayOut; actions: DayActions }) {
  const place = useRef<HTMLSpanElement>(null)
  const [vehiclesAt, setVehiclesAt] = useState<{ x: number; y: number } | null>(null)
  const role = useRoleReason('planRoutes')
  const vehicles = freeVehicles(day)
  const byHand = 'byHand'
  const take = (key: string): void => {
    const { left = 0, bottom = 0 } = place.current?.getBoundingClientRect() ?? {}
    if (key === byHand) setVehiclesAt({ x: left, y: bottom })
    else actions.run(key)
  }
  return (
    <span ref={place}>
      <MenuButton label={words.day.plan} onAction={take}>
        {itemsOf(actions, ['build', 'again', 'days'])}
        <MenuChoice
          id={byHand}
          name={words.day.toVehicle}
          reason={role ?? (vehicles.length > 0 ? null : words.day.noFreeVehicle)}
        />
        <Separator />
        {itemsOf(actions, ['sendAll'])}
        <Separator />
        {itemsOf(actions, ['builds', 'playback'])}
      </MenuButton>
      {vehiclesAt ? (
        <MenuAtPoint
          label={words.day.newByHand}
          at={vehiclesAt}
          onAction={actions.planByHand}
          onClose={() => setVehiclesAt(null)}
        >
          {vehicles.map(({ vehicle_uuid: id, name }) => (
            <MenuChoice key={id} id={id} name={name} />
          ))}
        </MenuAtPoint>
      ) : null}
    </span>
  )
}

/** Prints all manifests. The arrow has the labels. */
export function PrintMenu({ actions }: { actions: DayActions }) {
  const manifests = actions.all.find(({ key }) => key === 'manifests')
  const { href, reason = null, name } = manifests ?? {}
  return (
    <span className={style.print}>
      {href && reason === null ? (
        <a
          className={`${button.button} ${button.quiet}`}
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={words.day.printManifests}
          title={name}
        >
          {words.day.print}
        </a>
      ) : (
        <Button kind="quiet" reason={reason}>
          {words.day.print}
        </Button>
      )}
      <MenuButton
        label={words.day.printMore}
        icon={<Icon name="chevron" className={style.down} />}
        onAction={actions.run}
      >
        {itemsOf(actions, ['manifests', 'labels4X6', 'labelsA4'])}
      </MenuButton>
    </span>
  )
}

/** Other steps that a dispatcher may take instead of the next one. */
const OTHERS: Record<Progress['stage'], readonly DayAction[]> = {
  BUILD: ['days', 'sendAll'],
  REVIEW: ['sendAll', 'sendReady', 'again'],
  SEND: ['again'],
  LIVE: ['sendAll'],
}

/** The main button of the day. It changes with the stage, and its arrow has the other steps. */
export function NextStep({ day, progress, actions }: { day: DayOut; progress: Progress; actions: DayActions }) {
  const deeds = useDayCommands()
  const next = nextOf(progress)
  const choice = actions.all.find(({ key }) => key === next)
  const late =
    progress.stage === 'LIVE'
      ? day.routes.filter((route) => isRunning(route.status) && pendingLateStopCount(route))
      : []
  const others = OTHERS[progress.stage].filter(
    (key) => key !== next && actions.all.some((one) => one.key === key && one.reason === null),
  )
  if (!choice) return null
  const run = (key: string): void => {
    const route = late.find(({ route_uuid }) => route_uuid === key)
    if (route) deeds.replan({ kind: 'LATE', route, minutes: 0 })
    else actions.run(key)
  }
  return (
    <span className={style.next}>
      <Button kind="primary" reason={choice.reason} onClick={() => actions.run(choice.key)}>
        {choice.short ?? choice.name}
      </Button>
      {others.length + late.length > 0 ? (
        <MenuButton
          label={words.day.otherSteps}
          kind="primary"
          icon={<Icon name="chevron" className={style.down} />}
          onAction={run}
        >
          {late.map(({ route_uuid: id, name }) => (
            <MenuChoice key={id} id={id} name={words.palette.ofRoute(words.day.planAround, name)} />
          ))}
          {itemsOf(actions, others)}
        </MenuButton>
      ) : null}
    </span>
  )
}

/** Null if a day under way needs nothing. */
function nextOf({ stage, isDone, placed, toSend }: Progress): DayAction | null {
  if (stage === 'BUILD') return 'build'
  if (stage === 'REVIEW') return 'review'
  if (stage === 'LIVE' && placed.length > 0 && !isDone) return 'fitInAll'
  return toSend.length > 0 ? 'sendAll' : null
}
