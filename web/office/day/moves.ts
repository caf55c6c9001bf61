// Moves by hand: made, taken back and made again, each on the versions that are on the screen.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DayOut, DayRoute, MovesOut } from '../../../src/contract/office/day.ts'
import { ApiError, post } from '../../api/client.ts'
import { plural } from '../../ui/format.ts'
import { dayKey, findPlaced } from './day-data.ts'

export interface Move {
  order_uuids: string[]
  to: { route_uuid: string; position: number } | null
}

interface Step {
  label: string
  moves: Move[]
  back: Move[]
}

const versionsOf = (day: DayOut): Record<string, string> =>
  Object.fromEntries(day.routes.map((route) => [route.route_uuid, route.version]))

export const previewMoves = (day: DayOut, moves: Move[], signal: AbortSignal): Promise<MovesOut> =>
  post<MovesOut>('/moves', { moves, versions: versionsOf(day), preview: true }, signal)

/** Where a drop lands among the route's other stops. */
export function positionAt(
  route: DayRoute,
  dragged: readonly string[],
  target: { key: string; dropPosition: 'before' | 'after' | 'on' },
): number {
  const at = route.stops.findIndex((stop) => stop.order_uuid === target.key)
  const until = target.dropPosition === 'before' ? at : at + 1
  return route.stops.slice(0, until).filter((stop) => !dragged.includes(stop.order_uuid)).length
}

/** The moves that put everything moved back where it is now, first places first. */
function movesBack(day: DayOut, moves: readonly Move[]): Move[] {
  const moved = new Set(moves.flatMap(({ order_uuids }) => order_uuids))
  const pooled = day.pool.filter((order) => moved.has(order.order_uuid)).map((order) => order.order_uuid)
  const onRoutes = day.routes.flatMap((route) =>
    route.stops.flatMap((stop, position) =>
      moved.has(stop.order_uuid)
        ? [{ order_uuids: [stop.order_uuid], to: { route_uuid: route.route_uuid, position } }]
        : [],
    ),
  )
  return [...(pooled.length > 0 ? [{ order_uuids: pooled, to: null }] : []), ...onRoutes]
}

export interface Moves {
  make(moves: Move[]): Promise<void>
  undo: (() => Promise<void>) | null
  redo: (() => Promise<void>) | null
}

/** `say` tells what came of it; `date` is that of the day shown. */
export function useMoves(day: DayOut | undefined, say: (text: string, again?: () => void) => void): Moves {
  const client = useQueryClient()
  const [done, setDone] = useState<Step[]>([])
  const [undone, setUndone] = useState<Step[]>([])

  const latest = (): DayOut | undefined => (day ? (client.getQueryData<DayOut>(dayKey(day.date)) ?? day) : undefined)

  const run = async (moves: Move[], label: string): Promise<boolean> => {
    const now = latest()
    if (!now) return false
    try {
      const effect = await post<MovesOut>('/moves', { moves, versions: versionsOf(now), preview: false })
      await client.invalidateQueries({ queryKey: ['day'] })
      const warnings = effect.routes.flatMap((route) =>
        route.warnings.map(({ message }) => `${route.name}: ${message}`),
      )
      say([`${label}.`, ...warnings].join(' '))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await client.invalidateQueries({ queryKey: ['day'] })
      const stale = error.code === 'ROUTE_CHANGED'
      say(error.message, stale ? () => void make(moves) : undefined)
      return false
    }
  }

  const make = async (moves: Move[]): Promise<void> => {
    const now = latest()
    if (!now) return
    const count = moves.reduce((sum, { order_uuids }) => sum + order_uuids.length, 0)
    const step = { label: `${plural(count, 'stop')} moved`, moves, back: movesBack(now, moves) }
    if (!(await run(moves, step.label))) return
    setDone([...done, step])
    setUndone([])
  }

  const lastDone = done.at(-1)
  const lastUndone = undone.at(-1)
  return {
    make,
    undo: lastDone
      ? async () => {
          if (!(await run(lastDone.back, `Undone: ${lastDone.label}`))) return
          setDone(done.slice(0, -1))
          setUndone([...undone, lastDone])
        }
      : null,
    redo: lastUndone
      ? async () => {
          if (!(await run(lastUndone.moves, `Done again: ${lastUndone.label}`))) return
          setUndone(undone.slice(0, -1))
          setDone([...done, lastUndone])
        }
      : null,
  }
}

/** Whether a delivery may be picked up at all; the server judges the rest. */
export function pickUpReason(day: DayOut, orderId: string): string | null {
  const placed = findPlaced(day, orderId)
  if (placed?.stop?.locked) return 'Locked: unlock it to move it.'
  if (placed?.stop && placed.stop.status !== 'PENDING' && placed.stop.status !== 'EN_ROUTE')
    return 'The driver is there or has been; it stays.'
  return null
}
