// The route as a sketch: start, numbered stops and straight lines. It needs no tiles, so it works without reception.
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { endOf, startOf } from '../../src/domain/routes/terms.ts'
import { isOpen } from './apply.ts'
import { useWords } from './language.tsx'
import { reloadLocationBefore } from './route-text.ts'

const WIDTH = 358
const HEIGHT = 200
const MARGIN = 20

export function RouteSketch({ run }: { run: DriverRoute }) {
  const placed = run.stops.flatMap((stop) => {
    const { lat, lng } = stop.address
    return lat === null || lng === null ? [] : [{ stop, lat, lng }]
  })
  const [from, to] = [startOf(run.route), endOf(run.route)]
  const loads = placed.map(({ stop }) => reloadLocationBefore(run, stop.sequence))
  const project = projection([from, ...placed, ...(to ? [to] : []), ...loads.filter((place) => place !== null)])
  const points = placed.map(({ stop, ...at }) => ({ stop, ...project(at) }))
  const start = project(from)
  const end = to && project(to)
  const backs = loads.map((place) => place && project(place))
  const driven = points.flatMap((point, i) => [...(backs[i] ? [backs[i]] : []), point])
  const way = [start, ...driven, ...(end ? [end] : [])].map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <svg className="sketch" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={useWords().onMap.sketch}>
      <polyline points={way} />
      {[start, ...(end ? [end] : []), ...backs.filter((back) => back !== null)].map(({ x, y }, i) => (
        <rect key={i} x={x - 8} y={y - 8} width="16" height="16" rx="3" className="depot" />
      ))}
      {points.map(({ stop, x, y }) => (
        <g key={stop.stop_uuid} className={kindOf(stop)}>
          <circle cx={x} cy={y} r="11" />
          <text x={x} y={y}>
            {stop.sequence}
          </text>
        </g>
      ))}
    </svg>
  )
}

const kindOf = (stop: RunStop): string =>
  stop.status === 'EN_ROUTE' || stop.status === 'ARRIVED' ? 'next' : isOpen(stop) ? 'open' : 'done'

/** Fits points into the picture, with the same scale east and north. */
function projection(points: readonly { lat: number; lng: number }[]) {
  const lats = points.map(({ lat }) => lat)
  const lngs = points.map(({ lng }) => lng)
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)]
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max((east - west) * squeeze, 1e-6),
    (HEIGHT - 2 * MARGIN) / Math.max(north - south, 1e-6),
  )
  return ({ lat, lng }: { lat: number; lng: number }) => ({
    x: WIDTH / 2 + (lng - (west + east) / 2) * squeeze * scale,
    y: HEIGHT / 2 - (lat - (south + north) / 2) * scale,
  })
}
