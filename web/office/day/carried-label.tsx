// Beside the pointer, or where keys have come to, while deliveries are carried: where they would go, and what that would cost.
import { useEffect, useState } from 'react'
import { words } from '../../words/locale.ts'
import { useCarried } from './carrying.ts'
import style from './day.module.css'
import { useDeeds } from './deeds.ts'
import { DropCost } from './drop-cost.tsx'
import type { Move } from './moves.ts'

/** A place is asked about once the pointer rests there. */
const REST_MS = 120

export function CarriedLabel() {
  const carried = useCarried()
  const move = carried?.move ?? null
  const key = JSON.stringify(move)
  const [rested, setRested] = useState<{ key: string; move: Move } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested(move && { key, move }), REST_MS)
    return () => clearTimeout(timer)
    // The same place is another object with every step of the mouse.
  }, [key])
  if (!carried) return null
  const { x, y, orderIds } = carried
  // On the sides where there is room.
  const across = x > window.innerWidth / 2 ? { right: window.innerWidth - x } : { left: x }
  const along = y > window.innerHeight / 2 ? { bottom: window.innerHeight - y } : { top: y }
  return (
    <div className={style.carried} style={{ ...across, ...along }}>
      <span>{words.common.deliveriesCounted(orderIds.length)}</span>
      <span role="status">
        <Where move={move} />
      </span>
      {rested && rested.key === key ? <DropCost moves={[rested.move]} /> : null}
    </div>
  )
}

function Where({ move }: { move: Move | null }) {
  const deeds = useDeeds()
  if (!move) return <span className={style.soft}>{words.day.notHere}</span>
  const route = deeds.day().routes.find(({ route_uuid }) => route_uuid === move.to?.route_uuid)
  return (
    <strong>{route && move.to ? words.day.asStop(route.name, move.to.position + 1) : words.common.unassigned}</strong>
  )
}
