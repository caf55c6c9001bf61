// Tools of the map: show all routes again, and select deliveries by a box or a lasso. Keyboard users select in the lists.
import type { Map as MapView } from 'maplibre-gl'
import { type PointerEvent, useEffect, useState } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import { Icon } from '../../ui/icon.tsx'
import tools from '../../ui/map/tools.module.css'
import { words } from '../../words/locale.ts'
import { type Corner, isInside } from './area.ts'
import style from './selection.module.css'

type Tool = 'box' | 'lasso'

interface Props {
  view: MapView
  day: DayOut
  selected: ReadonlySet<string>
  onArea: (orderIds: ReadonlySet<string>) => void
  /** Shows most locations again. */
  onFit: () => void
}

export function AreaSelect({ view, day, selected, onArea, onFit }: Props) {
  const [tool, setTool] = useState<Tool | null>(null)
  const [line, setLine] = useState<readonly Corner[]>([])
  useEffect(() => {
    if (!tool) return undefined
    const stop = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setTool(null)
      setLine([])
    }
    window.addEventListener('keydown', stop, { capture: true })
    return () => window.removeEventListener('keydown', stop, { capture: true })
  }, [tool])
  const at = (event: PointerEvent): Corner => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return [event.clientX - left, event.clientY - top]
  }
  const around = tool === 'box' ? boxOf(line) : line
  const end = (event: PointerEvent): void => {
    const found = deliveryPoints(day).flatMap(({ orderId, lat, lng }) => {
      const { x, y } = view.project([lng, lat])
      return isInside([x, y], around) ? [orderId] : []
    })
    onArea(new Set(event.shiftKey ? [...selected, ...found] : found))
    setLine([])
    setTool(null)
  }
  return (
    <>
      <div className={tools.tools}>
        <button type="button" aria-label={words.day.showRoutes} title={words.day.showRoutes} onClick={onFit}>
          <Icon name="fit" />
        </button>
        {(['box', 'lasso'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-label={words.selection[one]}
            aria-pressed={tool === one}
            title={`${words.selection[one]}. ${words.selection.toolHint}`}
            onClick={() => setTool(tool === one ? null : one)}
          >
            <Icon name={one} />
          </button>
        ))}
      </div>
      {tool ? (
        <svg
          className={style.area}
          aria-hidden="true"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            setLine([at(event)])
          }}
          onPointerMove={(event) => {
            if (line.length > 0) setLine([...line, at(event)])
          }}
          onPointerUp={end}
        >
          <polygon points={around.map((corner) => corner.join()).join(' ')} />
        </svg>
      ) : null}
    </>
  )
}

/** Rectangle with the first and the latest pointer position as opposite corners. */
function boxOf(line: readonly Corner[]): Corner[] {
  const [from, to] = [line[0], line.at(-1)]
  return from && to ? [from, [to[0], from[1]], to, [from[0], to[1]]] : []
}

const deliveryPoints = (day: DayOut) =>
  [
    ...day.pool,
    ...day.routes.flatMap(({ status, stops }) =>
      status === 'CANCELLED' ? [] : stops.map(({ order_uuid, address: { lat, lng } }) => ({ order_uuid, lat, lng })),
    ),
  ].flatMap(({ order_uuid: orderId, lat, lng }) => (lat === null || lng === null ? [] : [{ orderId, lat, lng }]))
