// What a drop would cost, shown where it would land, before it lands.
import { useQuery } from '@tanstack/react-query'
import type { DayOut } from '../../../src/contract/office/day.ts'
import { miles, minutes, plural, signed } from '../../ui/format.ts'
import style from './day.module.css'
import { type Move, previewMoves } from './moves.ts'

export function DropCost({ day, move }: { day: DayOut; move: Move }) {
  const { data, error } = useQuery({
    queryKey: ['preview', day.date, move, day.routes.map(({ version }) => version)],
    queryFn: ({ signal }) => previewMoves(day, [move], signal),
    retry: false,
    staleTime: 10_000,
  })
  if (error)
    return (
      <span className={style.refusal} role="status">
        Can’t go here: {error.message}
      </span>
    )
  if (!data) return <span className={style.cost}>…</span>
  const { added } = data
  const target = data.routes.find((route) => route.route_uuid === move.to?.route_uuid)
  const parts = [
    signed(added.distance_miles, miles),
    signed(added.minutes, minutes),
    ...(added.late_stops === 0 ? [] : [signed(added.late_stops, (n) => plural(n, 'late stop'))]),
    ...(target ? target.warnings.filter(({ code }) => code !== 'LATE').map(({ message }) => message) : []),
  ]
  return (
    <span className={style.cost} role="status">
      {parts.join(', ')}
    </span>
  )
}
