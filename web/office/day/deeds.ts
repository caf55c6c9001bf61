// What the parts of the screen may ask for. The functions never change, so that a part is drawn again only when what it
// shows has changed.
import { createContext, useContext, useRef, useState } from 'react'
import type { DayOut, DayRoute, DayStop } from '../../../src/contract/office/day.ts'
import type { Move } from './moves.ts'
import type { ReplanAsk } from './replan-ask.tsx'

export interface Deeds {
  /** The day as last read. */
  day: () => DayOut
  select: (orderIds: ReadonlySet<string>) => void
  /** Selects one and shows it in the lists, too. */
  reveal: (orderId: string) => void
  move: (move: Move) => void
  lock: (route: DayRoute, stopIds: string[], locked: boolean) => void
  /** Whether the vehicle loads again before the stop. */
  loadAgain: (stop: DayStop, again: boolean) => void
  toggle: (routeId: string) => void
  dispatch: (route: DayRoute) => void
  resendLink: (route: DayRoute) => void
  /** Shows the driver's link. */
  link: (route: DayRoute) => void
  reoptimize: (route: DayRoute) => void
  reverse: (route: DayRoute) => void
  reassign: (route: DayRoute) => void
  cancel: (route: DayRoute) => void
  /** Opens the plans for what has come up. */
  replan: (ask: ReplanAsk) => void
}

const DeedsContext = createContext<Deeds | null>(null)
export const DeedsProvider = DeedsContext

export function useDeeds(): Deeds {
  const deeds = useContext(DeedsContext)
  if (!deeds) throw new Error('nothing can be done here')
  return deeds
}

/** Functions that never change, each doing what its latest version does. */
export function useStable(latest: Deeds): Deeds {
  const current = useRef(latest)
  current.current = latest
  const [stable] = useState<Deeds>(() => ({
    day: () => current.current.day(),
    select: (orderIds) => current.current.select(orderIds),
    reveal: (orderId) => current.current.reveal(orderId),
    move: (move) => current.current.move(move),
    lock: (route, stopIds, locked) => current.current.lock(route, stopIds, locked),
    loadAgain: (stop, again) => current.current.loadAgain(stop, again),
    toggle: (routeId) => current.current.toggle(routeId),
    dispatch: (route) => current.current.dispatch(route),
    resendLink: (route) => current.current.resendLink(route),
    link: (route) => current.current.link(route),
    reoptimize: (route) => current.current.reoptimize(route),
    reverse: (route) => current.current.reverse(route),
    reassign: (route) => current.current.reassign(route),
    cancel: (route) => current.current.cancel(route),
    replan: (ask) => current.current.replan(ask),
  }))
  return stable
}
