// Label next to the pointer, or at the keyboard drop target, while deliveries are carried. Shows the target and the cost of a
// drop.
import { useEffect, useState } from 'react'
import { words } from '../../words/locale.ts'
import { useMoveInProgress } from './pointer-move.ts'
import style from './day.module.css'
import { useDayCommands } from './day-commands.ts'
import { DropCost } from './drop-cost.tsx'
import type { Move } from './moves.ts'

/** The cost is requested after the pointer has stayed on the target for this time. */
const COST_DELAY_MS = 120

export function MoveLabel() {
  const carried = useMoveInProgress()
  const move = carried?.move ?? null
  const key = JSON.stringify(move)
  const [rested, setRested] = useState<{ key: string; move: Move } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested(move && { key, move }), COST_DELAY_MS)
    return () => clearTimeout(timer)
    // The dependency is `key`, because each mouse move creates a new object for the same target.
  }, [key])
  if (!carried) return null
  const { x, y, orderIds } = carried
  // Placed on the sides of the pointer that have more room.
  const across = x > window.innerWidth / 2 ? { right: window.innerWidth - x } : { left: x }
  const along = y > window.innerHeight / 2 ? { bottom: window.innerHeight - y } : { top: y }
  return (
    <div className={style.carried} style={{ ...across, ...along }}>
      <span>{words.common.deliveriesCounted(orderIds.length)}</span>
      <span role="status">
        <MoveTarget move={move} />
      </span>
      {rested && rested.key === key ? <DropCost moves={[rested.move]} /> : null}
    </div>
  )
}

function MoveTarget({ move }: { move: Move | null }) {
  const deeds = useDayCommands()
  if (!move) return <span className={style.soft}>{words.day.notHere}</span>
  const route = deeds.day().routes.find(({ route_uuid }) => route_uuid === move.to?.route_uuid)
  return (
    <strong>{route && move.to ? words.day.asStop(route.name, move.to.position + 1) : words.common.unassigned}</strong>
  )
}
