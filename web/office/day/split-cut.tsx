// The stops of a route with the line where it is split. The line moves by pointer and by keys.
import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { DayOut, DayRoute, DayStop } from '../../../src/contract/day.ts'
import { Button } from '../../ui/button.tsx'
import { miles, signed, timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import { routeMark } from './colors.ts'
import { stopTime } from './day-data.ts'
import { type MovesPreview, previewQuery } from './moves.ts'
import style from './route-tool.module.css'
import { bestCuts } from './split-places.ts'
import { StopDisc } from './stop-disc.tsx'

/** Stops on each side of the line, and height of a stop in pixels. */
const NEAR = 2
const ROW = 32

interface Props {
  day: DayOut
  route: DayRoute
  /** First stop after the line. */
  from: string
  /** Stops that may be the first after the line, in the order of the route. */
  allowed: readonly string[]
  /** Change for a line before this stop. Null if nobody can take the stops. */
  previewAt: (first: string) => MovesPreview | null
  onCut: (first: string) => void
}

export function SplitCut({ day, route, from, allowed, previewAt, onCut }: Props) {
  const [open, setOpen] = useState({ before: false, after: false })
  const cut = route.stops.findIndex(({ order_uuid }) => order_uuid === from)
  const before = route.stops.slice(open.before ? 0 : Math.max(0, cut - NEAR), cut)
  const after = route.stops.slice(cut, open.after ? undefined : cut + NEAR)
  const hidden = { before: cut - before.length, after: route.stops.length - cut - after.length }
  return (
    <section aria-label={words.regroup.where}>
      <h3>{words.regroup.where}</h3>
      <div className={style.cutter} style={{ '--route': routeMark(route.color).color } as object}>
        {hidden.before > 0 ? (
          <Button small kind="quiet" onClick={() => setOpen({ ...open, before: true })}>
            {words.regroup.stopsBefore(hidden.before)}
          </Button>
        ) : null}
        <Stops stops={before} first={hidden.before} />
        <CutLine {...{ route, from, allowed, onCut }} cut={cut} />
        <Stops stops={after} first={0} />
        {hidden.after > 0 ? (
          <Button small kind="quiet" onClick={() => setOpen({ ...open, after: true })}>
            {words.regroup.stopsAfter(hidden.after)}
          </Button>
        ) : null}
      </div>
      <BestCuts {...{ day, route, from, allowed, previewAt, onCut }} />
    </section>
  )
}

function Stops({ stops, first }: { stops: readonly DayStop[]; first: number }) {
  const zone = useSession().business.time_zone
  return (
    <ol>
      {stops.map((stop, i) => (
        <li key={stop.stop_uuid}>
          <StopDisc sequence={first + i + 1} />
          <time>{timeOf(stopTime(stop), zone)}</time>
          <b>{stop.address.line1}</b>
        </li>
      ))}
    </ol>
  )
}

function CutLine({
  route,
  from,
  allowed,
  cut,
  onCut,
}: Pick<Props, 'route' | 'from' | 'allowed' | 'onCut'> & { cut: number }) {
  const [held, setHeld] = useState<{ y: number; at: number } | null>(null)
  const goTo = (at: number): void => {
    const first = allowed[Math.max(0, Math.min(allowed.length - 1, at))]
    if (first && first !== from) onCut(first)
  }
  const at = allowed.indexOf(from)
  const press = (event: KeyboardEvent): void => {
    const target = {
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      Home: 0,
      End: Infinity,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    goTo(target)
  }
  const hold = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld({ y: event.clientY, at })
  }
  const last = route.stops[cut - 1]
  return (
    <div
      role="slider"
      tabIndex={0}
      className={style.cut}
      aria-label={words.regroup.splitHereNow}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={route.stops.length - 1}
      aria-valuenow={cut}
      aria-valuetext={last ? words.regroup.afterStop(cut, last.address.line1) : undefined}
      onKeyDown={press}
      onPointerDown={hold}
      onPointerMove={({ clientY }) => held && goTo(held.at + Math.round((clientY - held.y) / ROW))}
      onPointerUp={() => setHeld(null)}
      onPointerCancel={() => setHeld(null)}
    >
      <span>
        <Icon name="scissors" />
        {words.regroup.splitHereNow}
      </span>
    </div>
  )
}

/** The two cuts that add the least distance. */
function BestCuts({ day, route, from, allowed, previewAt, onCut }: Props) {
  const best = bestCuts(route, allowed, 2)
  const costs = useQueries({
    queries: best.map((first) => ({
      ...previewQuery(day, previewAt(first) ?? {}),
      enabled: previewAt(first) !== null,
    })),
  })
  if (best.length < 2) return null
  return (
    <p className={style.best}>
      <span>{words.regroup.bestPlaces}</span>
      {best.map((first, i) => {
        const cost = costs[i]?.data
        const after = words.regroup.after(route.stops.findIndex(({ order_uuid }) => order_uuid === first))
        return (
          <Button key={first} small aria-pressed={first === from} onClick={() => onCut(first)}>
            {cost ? `${after}, ${signed(cost.added.distance_miles, miles)}` : after}
          </Button>
        )
      })}
    </p>
  )
}
