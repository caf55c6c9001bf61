// Reads areas from GeoJSON (RFC 7946): a geometry, a Feature, or the features of a FeatureCollection.
import { asText, type PlainSentence, render, type Said, text, type Text } from '../../texts/text.ts'
import { extentOf, type Ring, type ZoneGeometry } from '../zones/zone.ts'

/** Maximum number of corners in one area of a request. The stored area is simplified. */
export const MAX_POSITIONS = 100_000
const MIN_SQUARE_METERS = 1

export type AreaRead = { area: ZoneGeometry } | { fault: Text }

/** Returns the area in `value` with closed rings, or the fault and its location. Uses the first of several features. */
export function areaFromGeoJson(value: unknown): AreaRead {
  try {
    const area = geometryOf(geometryIn(value))
    return extentOf(area).area < MIN_SQUARE_METERS ? { fault: text('covers no area') } : { area }
  } catch (error) {
    if (error instanceof Fault) return { fault: error.said }
    throw error
  }
}

export interface NamedArea {
  /** Name from the properties or ID of the feature. Null if there is none. */
  name: string | null
  read: AreaRead
}

/** Returns every area in `value`, in order. A value that isn't GeoJSON is returned as one area with that fault. */
export function areasFromGeoJson(value: unknown): NamedArea[] {
  const features = isObject(value) && Array.isArray(value.features) ? (value.features as unknown[]) : [value]
  return features.map((feature) => ({ name: nameIn(feature), read: areaFromGeoJson(feature) }))
}

class Fault extends Error {
  readonly said: Text
  constructor(said: Text) {
    super(render(said))
    this.said = said
  }
}

const throwGeoJsonFault = (path: readonly (string | number)[], said: Said): never => {
  const fault = asText(said)
  throw new Fault(path.length > 0 ? text('{field} {fault}', { field: path.join('.'), fault }) : fault)
}

function geometryOf(value: unknown): ZoneGeometry {
  if (!isObject(value) || (value.type !== 'Polygon' && value.type !== 'MultiPolygon'))
    return throwGeoJsonFault([], 'must be a Polygon or a MultiPolygon')
  const { type } = value
  const path = ['coordinates']
  const left = { positions: MAX_POSITIONS }
  if (type === 'Polygon') return { type, coordinates: ringsOf(value.coordinates, path, left) }
  const parts = arrayOf(value.coordinates, path, 'must have a polygon')
  return { type, coordinates: parts.map((part, i) => ringsOf(part, [...path, i], left)) }
}

type Path = readonly (string | number)[]

const ringsOf = (value: unknown, path: Path, left: { positions: number }): Ring[] =>
  arrayOf(value, path, 'must have a ring').map((ring, i) => ringOf(ring, [...path, i], left))

function ringOf(value: unknown, path: Path, left: { positions: number }): Ring {
  const positions = arrayOf(value, path, 'must have at least three corners')
  left.positions -= positions.length
  if (left.positions < 0)
    throwGeoJsonFault([], text('has more than {most} corners', { most: MAX_POSITIONS.toLocaleString('en-US') }))
  const ring = positions.map((position, i): [number, number] => {
    // An altitude may follow; it is ignored.
    if (!Array.isArray(position) || position.length < 2)
      return throwGeoJsonFault([...path, i], 'must be [longitude, latitude]')
    const [lng, lat] = position as unknown[]
    if (!within(lng, 180)) return throwPositionFault([...path, i, 0], lng, 180)
    if (!within(lat, 90)) return throwPositionFault([...path, i, 1], lat, 90)
    return [lng, lat]
  })
  const [first] = ring
  const last = ring.at(-1)
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push(first)
  return ring.length < 4 ? throwGeoJsonFault(path, 'must have at least three corners') : ring
}

const within = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= -most && value <= most

const throwPositionFault = (path: Path, value: unknown, most: number): never =>
  throwGeoJsonFault(
    path,
    typeof value !== 'number'
      ? 'must be a number'
      : value > most
        ? text('must be at most {max}', { max: most })
        : text('must be at least {min}', { min: -most }),
  )

const arrayOf = (value: unknown, path: Path, empty: PlainSentence): unknown[] =>
  !Array.isArray(value)
    ? throwGeoJsonFault(path, 'must be an array')
    : value.length === 0
      ? throwGeoJsonFault(path, empty)
      : value

/** Properties that may contain a feature's name, in order of preference. */
const NAME_KEYS = ['name', 'title', 'label', 'zone', 'zip', 'zipcode', 'id']

function nameIn(feature: unknown): string | null {
  if (!isObject(feature)) return null
  const properties = isObject(feature.properties) ? feature.properties : {}
  const byKey = new Map(Object.entries(properties).map(([key, value]) => [key.toLowerCase(), value]))
  const named = [...NAME_KEYS.map((key) => byKey.get(key)), feature.id]
  const texts = named.map((one) => (typeof one === 'number' ? String(one) : typeof one === 'string' ? one.trim() : ''))
  return texts.find((one) => one !== '')?.slice(0, 200) ?? null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function geometryIn(value: unknown): unknown {
  let inner = value
  while (isObject(inner) && Array.isArray(inner.features)) inner = (inner.features as unknown[])[0]
  return isObject(inner) && 'geometry' in inner ? inner.geometry : inner
}
