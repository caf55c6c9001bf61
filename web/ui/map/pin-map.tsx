// A pin on a map, moved by mouse, touch and arrow keys. The map is loaded separately, because the page works without it.
import { LngLatBounds, Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useMap, withMarkers } from './use-map.ts'
import { words } from '../../words/locale.ts'
import style from './pin-map.module.css'

export interface PinPoint {
  lat: number
  lng: number
}

interface Props {
  /** Location of the pin or of the initial view. Null if neither is known. */
  point: PinPoint | null
  /** True if `point` is the location of the delivery. False if it is only the initial view, which has no pin. */
  pinned: boolean
  /** Other possible locations, each with its letter. */
  others?: readonly (PinPoint & { letter: string; label: string })[]
  /** Called with the new location of the pin. Null if the pin can't be moved. */
  onMove: ((point: PinPoint) => void) | null
  /** A click on the map moves the pin. The pin doesn't take the focus. */
  places?: true
  label: string
}

const NONE: [] = []

/** Pixels per press of an arrow key, ten times as many with Shift. */
const STEP_PX = 4
const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

export default function PinMap({ point, pinned, others = NONE, onMove, places, label }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const view = useMap(element, { followsRegions: true, zoomButtons: true, locale: words.map.controls })
  const marker = useRef<Marker | null>(null)
  const move = useRef(onMove)
  move.current = onMove
  const movable = onMove !== null

  useEffect(() => {
    if (!view) return undefined
    if (point) view.jumpTo({ center: point, zoom: 15 })
    const pin = document.createElement('button')
    pin.type = 'button'
    pin.className = style.pin ?? ''
    const drawn = new Marker({ element: pin, anchor: 'bottom' }).setLngLat(point ?? view.getCenter()).addTo(view)
    marker.current = drawn
    drawn.on('dragend', () => move.current?.(rounded(drawn.getLngLat())))
    pin.addEventListener('keydown', (event) => {
      const arrow = ARROWS[event.key]
      if (!arrow || !move.current) return
      event.preventDefault()
      event.stopPropagation()
      const step = event.shiftKey ? 10 * STEP_PX : STEP_PX
      const { x, y } = view.project(drawn.getLngLat())
      move.current(rounded(view.unproject([x + arrow[0] * step, y + arrow[1] * step])))
    })
    if (places) view.on('click', ({ lngLat }) => move.current?.(rounded(lngLat)))
    return () => void drawn.remove()
    // `point` isn't a dependency, because this effect creates the pin only once. The effect below moves the pin.
  }, [view])

  useEffect(() => {
    if (!point) return
    marker.current?.setLngLat(point)
    if (places && view && !view.getBounds().contains(point)) view.jumpTo({ center: point, zoom: 15 })
  }, [view, point, places])

  useEffect(() => {
    if (!view || others.length === 0) return undefined
    const bounds = new LngLatBounds()
    for (const other of others) bounds.extend(other)
    if (pinned && point) bounds.extend(point)
    view.fitBounds(bounds, { padding: 48, maxZoom: 15, animate: false })
    return withMarkers(
      view,
      others.map((other) => {
        const mark = document.createElement('div')
        mark.className = style.candidate ?? ''
        mark.textContent = other.letter
        mark.title = other.label
        return new Marker({ element: mark }).setLngLat(other)
      }),
    )
    // `point` isn't a dependency, because the view fits the candidates when they appear, not when the pin moves later.
  }, [view, others])

  useEffect(() => {
    const drawn = marker.current
    if (!drawn) return
    drawn.setDraggable(movable)
    const pin = drawn.getElement()
    pin.hidden = !pinned
    pin.tabIndex = movable ? 0 : -1
    pin.setAttribute('aria-label', movable ? words.orders.pinMoves : words.orders.pin)
    if (movable && !places) pin.focus()
  }, [view, movable, pinned, places])

  return <div ref={element} className={style.map} role="region" aria-label={label} />
}

const rounded = ({ lat, lng }: PinPoint): PinPoint => ({ lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) })
