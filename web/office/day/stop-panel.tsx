// Card of one delivery over the map: its time, its data, the best positions for it, and its actions.
import type { CSSProperties } from 'react'
import type { DayOut, DayStop } from '../../../src/contract/day.ts'
import type { OfficeUnassigned } from '../../../src/contract/build.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useRoleReason } from '../session.tsx'
import { routeMark } from './colors.ts'
import type { DayDelivery } from './day-data.ts'
import { useDayCommands } from './day-commands.ts'
import { unmovableReason } from './moves.ts'
import { SuggestedPositions } from './places.tsx'
import { StopActions } from './stop-actions.tsx'
import { StopArrival } from './stop-arrival.tsx'
import { StopDisc } from './stop-disc.tsx'
import { StopFacts } from './stop-facts.tsx'
import { StopOutcome } from './stop-outcome.tsx'
import style from './stop.module.css'
import { UnassignedReason } from './unassigned-reason.tsx'

interface Props {
  day: DayOut
  placed: DayDelivery
  leftOff: OfficeUnassigned | null
  onClose: () => void
  /** Called with the result or the refusal of an action. */
  onDone: (said: string) => void
}

export function StopPanel({ day, placed, leftOff, onClose, onDone }: Props) {
  const role = useRoleReason('planRoutes')
  const { route, stop, order } = placed
  const line1 = stop?.address.line1 ?? order?.line1 ?? ''
  const unplaced = order?.lat === null ? words.stop.notOnMap : null
  const color = route ? routeMark(route.color).color : 'var(--route-none)'
  return (
    <aside
      className={style.card}
      aria-label={words.stop.deliveryTo(line1)}
      style={{ '--route': color } as CSSProperties}
    >
      <header>
        <Position route={route} stop={stop} />
        <Neighbors route={route} stop={stop} />
        <Button kind="quiet" icon aria-label={words.stop.closeDetails} onClick={onClose}>
          <Icon name="cross" />
        </Button>
        <h2>{line1}</h2>
        <p>
          {stop?.customer_name ?? order?.customer_name}
          {' · '}
          <Link href={`/orders?order=${placed.orderId}`}>{stop?.external_ref ?? order?.external_ref}</Link>
        </p>
      </header>
      <div className={style.body}>
        <StopActions {...{ day, placed, role, unplaced }} />
        {route && stop ? <StopArrival route={route} stop={stop} /> : null}
        <StopFacts placed={placed} />
        {leftOff && !route ? <UnassignedReason day={day} left={leftOff} onSaid={onDone} /> : null}
        {unplaced ? <Link href={`/orders?order=${placed.orderId}`}>{words.stop.openToPlace}</Link> : null}
        {stop?.finished_at || unplaced ? null : (
          <SuggestedPositions
            orderId={placed.orderId}
            versions={day.routes.map(({ version }) => version)}
            reason={role ?? unmovableReason(stop)}
          />
        )}
        {route && stop ? <StopOutcome key={stop.stop_uuid + stop.status} {...{ route, stop, onDone }} /> : null}
      </div>
    </aside>
  )
}

const Position = ({ route, stop }: Pick<DayDelivery, 'route' | 'stop'>) => (
  <span className={style.position}>
    <span aria-hidden="true">
      <StopDisc sequence={stop?.sequence} filled />
    </span>
    {route && stop ? words.stop.stopOf(route.name, stop.sequence, route.stop_count) : words.common.unassigned}
  </span>
)

/** Buttons to the stops before and after this one. */
function Neighbors({ route, stop }: Pick<DayDelivery, 'route' | 'stop'>) {
  const deeds = useDayCommands()
  if (!route || !stop) return null
  const at = route.stops.indexOf(stop)
  const buttonTo = (name: string, icon: 'up' | 'down', next: DayStop | undefined) => (
    <Button
      kind="quiet"
      icon
      aria-label={name}
      title={name}
      reason={next ? null : words.stop.noNeighbor}
      onClick={() => next && deeds.reveal(next.order_uuid)}
    >
      <Icon name={icon} />
    </Button>
  )
  return (
    <>
      {buttonTo(words.stop.previous, 'up', route.stops[at - 1])}
      {buttonTo(words.stop.next, 'down', route.stops[at + 1])}
    </>
  )
}
