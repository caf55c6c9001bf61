// Shows the cost of a drop at its target before the drop.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PlaceOut } from '../../../src/contract/stop-places.ts'
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import { miles, minutes, signed } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import style from './day.module.css'
import { useDayCommands } from './day-commands.ts'
import { setDropCost, useDropCost } from './dragging.ts'
import { type Move, previewQuery } from './moves.ts'

/** Example: +4.2 mi, +11 min, +2 late stops */
export const costWords = (added: MovesOut['added'], warnings: PlaceOut['warnings'] = []): string =>
  [
    signed(added.distance_miles, miles),
    signed(added.minutes, minutes),
    ...(added.late_stops === 0 ? [] : [signed(added.late_stops, (n) => words.common.lateStops(n))]),
    ...warnings.filter(({ code }) => code !== 'LATE').map(({ message }) => message),
  ].join(', ')

export function DropCost({ moves }: { moves: Move[] }) {
  const deeds = useDayCommands()
  const day = deeds.day()
  const { data, error } = useQuery(previewQuery(day, { moves }))
  if (error) return <CostWords refused>{words.day.cannotGo(error.message)}</CostWords>
  if (!data) return <span className={style.cost}>…</span>
  const targets = new Set(moves.map(({ to }) => to?.route_uuid))
  const warnings = data.routes.flatMap((route) => (targets.has(route.route_uuid) ? route.warnings : []))
  return <CostWords>{costWords(data.added, warnings)}</CostWords>
}

/** Shows the cost where the drop would land, and announces it to screen readers until it disappears. */
export function CostWords({ children, refused = false }: { children: string; refused?: boolean }) {
  useEffect(() => {
    setDropCost(children)
    return () => setDropCost('')
  }, [children])
  return <span className={refused ? style.refusal : style.cost}>{children}</span>
}

/**
 * Announces the cost of a drop to screen readers. During a drag, React Aria hides all elements except this one and the
 * targets.
 */
export const DropCostAnnouncer = () => (
  <div className="visually-hidden" role="status" aria-label={words.day.costOfDrop} data-live-announcer="true">
    {useDropCost()}
  </div>
)
