// Map of a plan: routes as lines, numbered stops, and changed stops with a different shape.
import { type GeoJSONSource, LngLatBounds, type Map as MapView, Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { words } from '../../words/locale.ts'
import { linesOf, pointsInDrivingOrder } from '../../ui/map/along-roads.ts'
import { addRouteLines, colorCasing, routesBefore } from '../../ui/map/route-lines.ts'
import { tokenColor } from '../../ui/map/token-color.ts'
import { useIsDark, useMap, withMarkers } from '../../ui/map/use-map.ts'
import { routeMark } from '../day/colors.ts'
import style from './plan-map.module.css'
import type { DrawnPlan } from './drawn-plan.ts'

interface Props {
  label: string
  plan: DrawnPlan
  /** Locations in the initial view. Maps that are compared get the same. */
  around: readonly { lat: number; lng: number }[]
  /** ID of the stop to highlight. */
  chosen: string | null
}

export default function PlanMap({ label, plan, around, chosen }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const view = useMap(element, { locale: { ...words.map.controls, 'Map.Title': words.map.groundOf(label) } })

  const dark = useIsDark()

  useEffect(() => {
    if (view) drawLines(view, plan, dark)
  }, [view, plan, dark])

  useEffect(() => (view ? withMarkers(view, markersOf(plan, chosen)) : undefined), [view, plan, chosen])

  useEffect(() => {
    if (!view || around.length === 0) return
    const bounds = new LngLatBounds()
    for (const { lat, lng } of around) bounds.extend([lng, lat])
    view.fitBounds(bounds, { padding: 32, maxZoom: 14, animate: false })
  }, [view, around])

  return <div ref={element} className={style.map} role="region" aria-label={label} />
}

const at = ({ lat, lng }: { lat: number; lng: number }): [number, number] => [lng, lat]

function drawLines(view: MapView, { routes, before = [] }: DrawnPlan, dark: boolean): void {
  drawBefore(view, before)
  const data = linesOf(
    routes.map(({ color: number, depot, stops }) => {
      const { on } = routeMark(number)
      const between = pointsInDrivingOrder(stops.map((stop) => ({ at: at(stop), loadsAt: stop.loadsAt ?? null })))
      return { coordinates: [at(depot), ...between, at(depot)], color: dark ? on.dark : on.light }
    }),
  )
  const source = view.getSource<GeoJSONSource>('plan')
  colorCasing(view, 'plan', dark)
  if (source) return void source.setData(data)
  view.addSource('plan', { type: 'geojson', data })
  addRouteLines(view, 'plan', { opacity: 1, lines: [{ id: 'plan' }] }, dark)
}

/** Draws the former paths as gray dashes below the plan. */
function drawBefore(view: MapView, before: NonNullable<DrawnPlan['before']>): void {
  const color = tokenColor('--route-none')
  const data = linesOf(before.map((points) => ({ coordinates: points.map(at), color })))
  const source = view.getSource<GeoJSONSource>('before')
  if (source) return void source.setData(data)
  if (before.length === 0) return
  view.addSource('before', { type: 'geojson', data })
  view.addLayer(
    {
      id: 'before',
      type: 'line',
      source: 'before',
      paint: { 'line-color': ['get', 'color'], 'line-width': 2.5, 'line-dasharray': [2, 2] },
    },
    routesBefore(view.getStyle()),
  )
}

const markersOf = ({ routes, loose }: DrawnPlan, chosen: string | null): Marker[] => [
  ...routes.flatMap(({ depot, color, stops }) => [
    markerAt(depot, style.depot ?? '', '', depot.name, ''),
    ...stops.map(({ orderId, lat, lng, text, label, changed }) => {
      const kind = [style.stop, changed && style.changed, orderId === chosen && style.chosen].filter(Boolean).join(' ')
      return markerAt({ lat, lng }, kind, text, label, routeMark(color).color)
    }),
  ]),
  ...loose.map(({ lat, lng, label }) => markerAt({ lat, lng }, `${style.stop} ${style.loose}`, '×', label, '')),
]

function markerAt(at: { lat: number; lng: number }, kind: string, text: string, label: string, color: string): Marker {
  const element = document.createElement('div')
  element.className = kind
  element.title = label
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', label)
  if (color) element.style.setProperty('--route', color)
  const figure = document.createElement('span')
  figure.textContent = text
  element.append(figure)
  return new Marker({ element }).setLngLat([at.lng, at.lat])
}
