// The route on a map: its roads, the stops by number and state, and the phone's location.
import { Button } from './button.tsx'
import { LngLatBounds, type Map as MapView, Marker } from 'maplibre-gl'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import type { WaysOut } from '../../src/contract/routes.ts'
import type { DriverWords } from '../../src/domain/driver-words/words.ts'
import { placeOfHandOver } from '../../src/domain/routes/pauses.ts'
import { endOf, startOf } from '../../src/domain/routes/terms.ts'
import { legsAlong, linesOf, pointsInDrivingOrder, legGeometryOf } from '../ui/map/along-roads.ts'
import { useIsDark, useMap, withMarkers } from '../ui/map/use-map.ts'
import { isOpen } from './apply.ts'
import { useWords } from './language.tsx'
import { lastLocation, onLocationChange } from './place.ts'
import { fetchRouteGeometry } from './server.ts'
import { reloadLocationBefore } from './route-text.ts'

interface Props {
  token: string
  run: DriverRoute
  next: RunStop | null
  show: (stopId: string) => void
}

type Placed = RunStop & { at: [number, number] }

export default function RouteMap({ token, run, next, show }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const words = useWords()
  const view = useMap(element, { locale: mapWords(words) })
  const ways = useRouteGeometry(token, idsOfStopsWithCoordinates(run).join())
  const dark = useIsDark()
  const place = useSyncExternalStore(onLocationChange, lastLocation)
  const [picked, setPicked] = useState<string | null>(null)
  const stop = run.stops.find(({ stop_uuid }) => stop_uuid === picked) ?? next

  useEffect(() => {
    if (!view) return
    const points: [number, number][] = [
      ...nonStopLocationsOf(run).map(toLngLat),
      ...stopsWithCoordinates(run).map((stop) => stop.at),
    ]
    const bounds = points.reduce((all, point) => all.extend(point), new LngLatBounds())
    view.fitBounds(bounds, { padding: 40, maxZoom: 15, animate: false })
    // Runs once, so that later changes don't move the map while the driver uses it.
  }, [view])
  useEffect(() => {
    if (view) drawRouteLine(view, run, ways, dark)
  }, [view, run, ways, dark])
  useEffect(() => {
    if (!view) return undefined
    const markers = [
      ...nonStopLocationsOf(run).map(endMark),
      ...stopsWithCoordinates(run).map((stop) => stopMark(words, stop, stop.stop_uuid === next?.stop_uuid, setPicked)),
    ]
    return withMarkers(view, markers)
  }, [view, run, next, words])
  useEffect(() => {
    if (!view || !place) return undefined
    const dot = document.createElement('div')
    dot.className = 'here'
    dot.title = words.onMap.here
    return withMarkers(view, [new Marker({ element: dot }).setLngLat([place.lng, place.lat])])
  }, [view, place, words])

  return (
    <>
      <div ref={element} className="map" role="region" aria-label={words.onMap.map} />
      {stop && (
        <Button kind="wide" onClick={() => show(stop.stop_uuid)} disabled={!isOpen(stop)}>
          {stop.sequence}. {stop.address.line1} · {words.states[stop.status]}
        </Button>
      )}
    </>
  )
}

/** Texts of the map library. */
const mapWords = ({ map, onMap }: DriverWords): Record<string, string> => ({
  'Map.Title': map,
  'Marker.Title': onMap.marker,
  'AttributionControl.ToggleAttribution': onMap.sources,
})

/** Road geometry, requested again when the stops change. */
function useRouteGeometry(token: string, stopIds: string): WaysOut | null {
  const [ways, setWays] = useState<WaysOut | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    fetchRouteGeometry(token, gone.signal).then(
      (found) => gone.signal.aborted || setWays(found),
      () => {},
    )
    return () => gone.abort()
  }, [token, stopIds])
  return ways
}

const idsOfStopsWithCoordinates = (run: DriverRoute): string[] =>
  stopsWithCoordinates(run).map(({ stop_uuid }) => stop_uuid)

const stopsWithCoordinates = ({ stops }: DriverRoute): Placed[] =>
  stops.flatMap((stop) => {
    const { lat, lng } = stop.address
    return lat === null || lng === null ? [] : [{ ...stop, at: [lng, lat] as [number, number] }]
  })

const pointsToShow = (run: DriverRoute, stops: readonly Placed[]): [number, number][] =>
  pointsInDrivingOrder(stops.map((stop) => ({ at: stop.at, loadsAt: reloadLocationBefore(run, stop.sequence) })))

type NonStopLocation = DriverRoute['route']['depot']

/** Start, end if it is another location, and reload locations of the route. */
function nonStopLocationsOf({ route }: DriverRoute): NonStopLocation[] {
  const [start, end] = [startOf(route), endOf(route)]
  const loads = (route.pauses ?? []).flatMap(({ kind, hand_over: handOver }) =>
    kind === 'BREAK' ? [] : handOver ? { ...handOver, name: placeOfHandOver(handOver) } : route.depot,
  )
  const places = [start, ...(end ? [end] : []), ...loads]
  return places.filter((place, i) => places.findIndex(({ lat, lng }) => lat === place.lat && lng === place.lng) === i)
}

const toLngLat = ({ lat, lng }: NonStopLocation): [number, number] => [lng, lat]

/**
 * Draws the driven and the remaining part as two lines. Redraws both each time, because the source's attribution changes with
 * the road data.
 */
function drawRouteLine(view: MapView, run: DriverRoute, ways: WaysOut | null, dark: boolean): void {
  for (const id of ['driven', 'ahead']) if (view.getLayer(id)) view.removeLayer(id)
  if (view.getSource('way')) view.removeSource('way')
  const stops = stopsWithCoordinates(run)
  const first = stops.findIndex(isOpen)
  const places = pointsToShow(run, stops)
  const done = first < 0 ? places.length : pointsToShow(run, stops.slice(0, first)).length
  const end = endOf(run.route)
  const chain = [toLngLat(startOf(run.route)), ...places, ...(end ? [toLngLat(end)] : [])]
  const legs = legsAlong(chain, legGeometryOf(run.route.route_uuid, idsOfStopsWithCoordinates(run), ways))
  const data = linesOf(legs.map(({ coordinates }, i) => ({ coordinates, driven: i < done })))
  const attribution = legs.some(({ road }) => road) ? ways?.attribution : null
  view.addSource('way', { type: 'geojson', data, ...(attribution && { attribution }) })
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
    paint: { 'line-color': dark ? '#7cb0ff' : '#1559c0', 'line-width': 4 },
  })
}

function endMark(end: NonStopLocation): Marker {
  const element = document.createElement('div')
  element.className = 'depot-mark'
  element.title = end.name
  return new Marker({ element }).setLngLat(toLngLat(end))
}

function stopMark(words: DriverWords, stop: Placed, isNext: boolean, pick: (stopId: string) => void): Marker {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = `stop-mark ${isNext ? 'next' : isOpen(stop) ? 'open' : 'done'}`
  element.textContent = stop.status === 'DELIVERED' ? '✓' : stop.status === 'FAILED' ? '✕' : String(stop.sequence)
  element.setAttribute('aria-label', `${stop.sequence}. ${stop.address.line1}, ${words.states[stop.status]}`)
  element.addEventListener('click', () => pick(stop.stop_uuid))
  return new Marker({ element }).setLngLat(stop.at)
}
