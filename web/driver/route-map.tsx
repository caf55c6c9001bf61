// The route on a map: the way as driven, stops by number and state, and where the phone is.
import { type GeoJSONSource, LngLatBounds, type Map as MapView, Marker } from 'maplibre-gl'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { isDark } from '../ui/map/open-map.ts'
import { useMap } from '../ui/map/use-map.ts'
import { isOpen } from './apply.ts'
import { lastPlace, onPlace } from './place.ts'
import { STATE_WORDS } from './words.ts'

interface Props {
  run: Run
  next: RunStop | null
  show: (stopId: string) => void
}

type Placed = RunStop & { at: [number, number] }

export default function RouteMap({ run, next, show }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const view = useMap(element)
  const place = useSyncExternalStore(onPlace, lastPlace)
  const [picked, setPicked] = useState<string | null>(null)
  const stop = run.stops.find(({ stop_uuid }) => stop_uuid === picked) ?? next

  useEffect(() => {
    if (!view) return
    const points: [number, number][] = [depotOf(run), ...placed(run).map(({ at }) => at)]
    const bounds = points.reduce((all, point) => all.extend(point), new LngLatBounds())
    view.fitBounds(bounds, { padding: 40, maxZoom: 15, animate: false })
    // Once: what changes later must not take the map out of the driver's hand.
  }, [view])
  useEffect(() => {
    if (!view) return undefined
    drawWay(view, run)
    const markers = [
      depotMark(run),
      ...placed(run).map((stop) => stopMark(stop, stop.stop_uuid === next?.stop_uuid, setPicked)),
    ]
    for (const marker of markers) marker.addTo(view)
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [view, run, next])
  useEffect(() => {
    if (!view || !place) return undefined
    const dot = document.createElement('div')
    dot.className = 'here'
    dot.title = 'You are here'
    const marker = new Marker({ element: dot }).setLngLat([place.lng, place.lat]).addTo(view)
    return () => void marker.remove()
  }, [view, place])

  return (
    <>
      <div ref={element} className="map" role="region" aria-label="Map of the route" />
      {stop && (
        <button type="button" className="wide" onClick={() => show(stop.stop_uuid)} disabled={!isOpen(stop)}>
          {stop.sequence}. {stop.address.line1} · {STATE_WORDS[stop.status]}
        </button>
      )}
    </>
  )
}

const placed = ({ stops }: Run): Placed[] =>
  stops.flatMap((stop) => {
    const { lat, lng } = stop.address
    return lat === null || lng === null ? [] : [{ ...stop, at: [lng, lat] as [number, number] }]
  })

const depotOf = ({ route }: Run): [number, number] => [route.depot.lng, route.depot.lat]

/** Driven already and still to drive, as two lines. */
function drawWay(view: MapView, run: Run): void {
  const stops = placed(run)
  const first = stops.findIndex(isOpen)
  const done = first < 0 ? stops.length : first
  const all = [depotOf(run), ...stops.map(({ at }) => at), depotOf(run)]
  const line = (coordinates: [number, number][], driven: boolean) => ({
    type: 'Feature' as const,
    properties: { driven },
    geometry: { type: 'LineString' as const, coordinates },
  })
  const features = [line(all.slice(0, done + 1), true), line(all.slice(done), false)]
  const data = {
    type: 'FeatureCollection' as const,
    features: features.filter(({ geometry }) => geometry.coordinates.length > 1),
  }
  const source = view.getSource<GeoJSONSource>('way')
  if (source) return void source.setData(data)
  view.addSource('way', { type: 'geojson', data })
  const layout = { 'line-join': 'round' as const }
  view.addLayer({
    id: 'driven',
    type: 'line',
    source: 'way',
    filter: ['get', 'driven'],
    layout,
    paint: { 'line-color': '#7d8592', 'line-width': 3, 'line-dasharray': [1, 1.5] },
  })
  view.addLayer({
    id: 'ahead',
    type: 'line',
    source: 'way',
    filter: ['!', ['get', 'driven']],
    layout,
    paint: { 'line-color': isDark() ? '#7cb0ff' : '#1559c0', 'line-width': 4 },
  })
}

function depotMark(run: Run): Marker {
  const element = document.createElement('div')
  element.className = 'depot-mark'
  element.title = run.route.depot.name
  return new Marker({ element }).setLngLat(depotOf(run))
}

function stopMark(stop: Placed, isNext: boolean, pick: (stopId: string) => void): Marker {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = `stop-mark ${isNext ? 'next' : isOpen(stop) ? 'open' : 'done'}`
  element.textContent = stop.status === 'DELIVERED' ? '✓' : stop.status === 'FAILED' ? '✕' : String(stop.sequence)
  element.setAttribute('aria-label', `${stop.sequence}. ${stop.address.line1}, ${STATE_WORDS[stop.status]}`)
  element.addEventListener('click', () => pick(stop.stop_uuid))
  return new Marker({ element }).setLngLat(stop.at)
}
