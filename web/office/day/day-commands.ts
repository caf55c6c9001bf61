// Actions that the parts of the screen may call. The functions keep their identity, so that a memoized part renders again
// only if its data changed.
import { createContext, useContext, useRef, useState } from 'react'
import type { DayOut, DayRoute, DayStop } from '../../../src/contract/day.ts'
import type { Move, Regroup } from './moves.ts'
import type { ReplanAsk } from './replan-ask.tsx'

export interface DayCommands {
  /** Returns the day as last read. */
  day: () => DayOut
  select: (orderIds: ReadonlySet<string>) => void
  /** Selects rows of one list. If `adding` is true, the selection in other lists is kept. */
  selectIn: (list: readonly string[], orderIds: readonly string[], adding: boolean) => void
  /** Selects one delivery and scrolls the lists to it. */
  reveal: (orderId: string) => void
  move: (move: Move) => void
  /** Makes several moves as one undo step. */
  moveAll: (moves: Move[]) => void
  /** Opens a new route of the vehicle for the deliveries. */
  moveToVehicle: (vehicle: { vehicle_uuid: string; name: string }, orderIds: string[]) => void
  cancelOrders: (orderIds: string[]) => void
  lock: (orderIds: string[], locked: boolean) => void
  /** Sets whether the vehicle reloads before the stop. */
  loadAgain: (stop: DayStop, again: boolean) => void
  toggle: (routeId: string) => void
  /** Emphasizes or hides the route on the map. If it already is, restores the default. */
  toggleOnMap: (route: DayRoute, how: 'FOCUSED' | 'HIDDEN') => void
  dispatch: (route: DayRoute) => void
  resendLink: (route: DayRoute) => void
  /** Shows the route's driver link. */
  link: (route: DayRoute) => void
  reoptimize: (route: DayRoute) => void
  reverse: (route: DayRoute) => void
  reassign: (route: DayRoute) => void
  cancel: (route: DayRoute) => void
  /** Opens the re-plan dialog for a change since routes were sent. */
  replan: (ask: ReplanAsk) => void
  /** Opens the menu of the route's actions at this point of the screen. */
  routeMenu: (route: DayRoute, at: { x: number; y: number }) => void
  /** Asks for the other route of a split, merge or swap. */
  regroup: (regroup: Regroup) => void
  /** Asks for another delivery date. */
  otherDay: (orderIds: readonly string[]) => void
}

const CommandsContext = createContext<DayCommands | null>(null)
export const CommandsProvider = CommandsContext

export function useDayCommands(): DayCommands {
  const deeds = useContext(CommandsContext)
  if (!deeds) throw new Error('useDayCommands needs a CommandsProvider')
  return deeds
}

type Command = (...given: never[]) => unknown

/** Returns functions with a stable identity, each calling its latest version. */
export function useStable(latest: DayCommands): DayCommands {
  const current = useRef<Readonly<Record<string, Command>>>({})
  current.current = { ...latest }
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(latest).map((name) => [name, (...given: never[]) => current.current[name]?.(...given)]),
    ),
  )
  return stable as unknown as DayCommands
}
