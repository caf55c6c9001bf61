// What the parts of the screen may ask for. The functions never change, so that a part is drawn again only when what it
// shows has changed.
import { createContext, useContext, useRef, useState } from 'react'
import type { DayOut, DayRoute, DayStop } from '../../../src/contract/day.ts'
import type { Move, Regroup } from './moves.ts'
import type { ReplanAsk } from './replan-ask.tsx'

export interface Deeds {
  /** The day as last read. */
  day: () => DayOut
  select: (orderIds: ReadonlySet<string>) => void
  /** Selects some of a list's; with `adding`, beside what is selected in others. */
  selectIn: (list: readonly string[], orderIds: readonly string[], adding: boolean) => void
  /** Selects one and shows it in the lists, too. */
  reveal: (orderId: string) => void
  move: (move: Move) => void
  /** As one step. */
  moveAll: (moves: Move[]) => void
  /** On a new route of the vehicle. */
  moveToVehicle: (vehicle: { vehicle_uuid: string; name: string }, orderIds: string[]) => void
  cancelOrders: (orderIds: string[]) => void
  lock: (orderIds: string[], locked: boolean) => void
  /** Whether the vehicle loads again before the stop. */
  loadAgain: (stop: DayStop, again: boolean) => void
  toggle: (routeId: string) => void
  /** Before all others on the map, or not at all; as the others again where it is so already. */
  toggleOnMap: (route: DayRoute, how: 'FOCUSED' | 'HIDDEN') => void
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
  /** Shows all that can be done with the route, there on the screen. */
  routeMenu: (route: DayRoute, at: { x: number; y: number }) => void
  /** Asks to which route stops of this one go. */
  regroup: (regroup: Regroup) => void
  /** Gives deliveries another day. */
  otherDay: (orderIds: readonly string[]) => void
}

const DeedsContext = createContext<Deeds | null>(null)
export const DeedsProvider = DeedsContext

export function useDeeds(): Deeds {
  const deeds = useContext(DeedsContext)
  if (!deeds) throw new Error('nothing can be done here')
  return deeds
}

type Deed = (...given: never[]) => unknown

/** Functions that never change, each doing what its latest version does. */
export function useStable(latest: Deeds): Deeds {
  const current = useRef<Readonly<Record<string, Deed>>>({})
  current.current = { ...latest }
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(latest).map((name) => [name, (...given: never[]) => current.current[name]?.(...given)]),
    ),
  )
  return stable as unknown as Deeds
}
