// Expressions of the style (https://maplibre.org/maplibre-style-spec/expressions/), and the width of roads.
export type Expression = readonly unknown[]
export interface Layer {
  id: string
  type: 'background' | 'fill' | 'line' | 'symbol'
  source?: string
  'source-layer'?: string
  minzoom?: number
  maxzoom?: number
  filter?: Expression
  layout?: Record<string, unknown>
  paint: Record<string, unknown>
}

export const get = (name: string): Expression => ['get', name]
export const has = (name: string): Expression => ['has', name]
export const is = (name: string, ...values: string[]): Expression => ['in', get(name), ['literal', values]]
export const not = (filter: Expression): Expression => ['!', filter]
export const all = (...filters: Expression[]): Expression => ['all', ...filters]
/** Value for each kind, then the value of all other kinds. */
export const byKind = (...pairs: unknown[]): Expression => ['match', get('kind'), ...pairs]
/**
 * Takes pairs of a zoom level and a value. Between two levels, values grow exponentially, as the ground does on the
 * screen.
 */
export const exponentialByZoom = (...stops: unknown[]): Expression => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...stops,
]
export const linearByZoom = (...stops: unknown[]): Expression => ['interpolate', ['linear'], ['zoom'], ...stops]
export const POLYGON: Expression = ['==', ['geometry-type'], 'Polygon']
export const POINT: Expression = ['==', ['geometry-type'], 'Point']
const LINE: Expression = ['==', ['geometry-type'], 'LineString']

export const ROADS = all(LINE, is('kind', 'highway', 'major_road', 'minor_road'))

/** Class of a road, from 1 (narrow) to 5 (wide). A link is as wide as the class below its road. */
export const ROAD_CLASS: Expression = [
  'case',
  is('kind', 'highway'),
  ['case', has('is_link'), 3, 5],
  is('kind_detail', 'trunk', 'primary'),
  4,
  is('kind_detail', 'secondary', 'tertiary', 'trunk_link', 'primary_link'),
  3,
  is('kind_detail', 'service'),
  1,
  2,
]

type FiveWidths = readonly [number, number, number, number, number]
export const byRoadClass = ([service, minor, middle, primary, highway]: readonly unknown[]): Expression => [
  'match',
  ROAD_CLASS,
  1,
  service,
  3,
  middle,
  4,
  primary,
  5,
  highway,
  minor,
]
/** Zoom level, and the width in pixels of each class. A road without a width is hidden. */
const WIDTHS: readonly (readonly [zoom: number, widths: FiveWidths])[] = [
  [6, [0, 0, 0, 0.4, 0.8]],
  [9, [0, 0, 0.5, 1, 1.5]],
  [11, [0, 0.3, 1.1, 1.8, 2.6]],
  [12, [0, 0.7, 1.6, 2.4, 3.4]],
  [13, [0.4, 1.3, 2.6, 3.6, 4.6]],
  [14, [1, 2.4, 3.8, 5, 6]],
  [15, [2, 4.4, 6.2, 7.6, 8.6]],
  [16, [3.6, 7.6, 10, 11.6, 12.6]],
  [17, [6.5, 13, 16, 18, 19]],
  [19, [17, 34, 40, 44, 46]],
]

/** How much wider a casing is than its road, in pixels: below zoom 12, below 14, below 16, and from 16. */
export type Edges = readonly [number, number, number, number]
export const CASING: Edges = [0.8, 1.4, 1.8, 2.4]
export const BRIDGE_CASING: Edges = [0.8, 2, 2.6, 3.4]

export const roadWidth = (edges: Edges = [0, 0, 0, 0]): Expression =>
  exponentialByZoom(
    ...WIDTHS.flatMap(([zoom, widths]) => {
      const edge = zoom < 12 ? edges[0] : zoom < 14 ? edges[1] : zoom < 16 ? edges[2] : edges[3]
      return [zoom, byRoadClass(widths.map((width) => (width === 0 ? 0 : Math.round((width + edge) * 10) / 10)))]
    }),
  )
