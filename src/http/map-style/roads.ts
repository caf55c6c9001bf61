// Layers of roads, paths and railways: tunnels below, bridges above.
import {
  all,
  BRIDGE_CASING,
  byRoadClass,
  CASING,
  type Expression,
  linearByZoom,
  get,
  exponentialByZoom,
  has,
  is,
  type Layer,
  not,
  ROAD_CLASS,
  ROADS,
  roadWidth,
} from './expressions.ts'
import type { Palette } from './palettes.ts'

const TUNNEL = has('is_tunnel')
const BRIDGE = has('is_bridge')
const OPEN = all(not(TUNNEL), not(BRIDGE))
/** Wide roads are drawn over narrow ones, and a bridge over the bridges below it. */
const ORDER: Expression = ['+', ['*', 10, ['coalesce', get('layer'), 0]], ROAD_CLASS]

export function roadLayers(c: Palette): Layer[] {
  const edge = byRoadClass([c.minorEdge, c.minorEdge, c.majorEdge, c.primaryEdge, c.highwayEdge])
  const fill = byRoadClass([c.service, c.minor, c.major, c.primary, c.highway])
  return [
    road('tunnel-casing', TUNNEL, c.tunnelEdge, roadWidth(CASING), {
      layout: { 'line-cap': 'butt' },
      paint: { 'line-dasharray': [1.2, 0.8] },
    }),
    road('tunnel', TUNNEL, c.tunnel, roadWidth()),
    ...pathLayers(c),
    road('road-casing', OPEN, edge, roadWidth(CASING), {
      layout: { 'line-cap': 'butt' },
      paint: {
        'line-opacity': linearByZoom(11, byRoadClass([0, 0, 0.7, 0.9, 1]), 13, byRoadClass([0, 0.9, 1, 1, 1]), 14.5, 1),
      },
    }),
    road('road', OPEN, fill, roadWidth()),
    ...railLayers(c),
    road('bridge-casing', BRIDGE, edge, roadWidth(BRIDGE_CASING), { layout: { 'line-cap': 'butt' } }),
    road('bridge', BRIDGE, fill, roadWidth()),
  ]
}

function road(
  id: string,
  filter: Expression,
  color: unknown,
  width: Expression,
  more: { layout?: Record<string, unknown>; paint?: Record<string, unknown> } = {},
): Layer {
  return {
    id,
    type: 'line',
    source: '',
    'source-layer': 'roads',
    minzoom: 6,
    filter: all(ROADS, filter),
    layout: { 'line-cap': 'round', 'line-join': 'round', 'line-sort-key': ORDER, ...more.layout },
    paint: { 'line-color': color, 'line-width': width, ...more.paint },
  }
}

const pathLayers = (c: Palette): Layer[] => [
  {
    id: 'path',
    type: 'line',
    source: '',
    'source-layer': 'roads',
    minzoom: 14,
    filter: all(is('kind', 'path'), not(is('kind_detail', 'pedestrian'))),
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': c.path,
      'line-width': exponentialByZoom(14, 0.6, 16, 1.1, 19, 3.5),
      'line-dasharray': [2.4, 1.2],
      'line-opacity': linearByZoom(14, 0, 14.7, 1),
    },
  },
  {
    id: 'walk',
    type: 'line',
    source: '',
    'source-layer': 'roads',
    minzoom: 13,
    filter: all(is('kind', 'path'), is('kind_detail', 'pedestrian')),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': c.plaza, 'line-width': exponentialByZoom(13, 0.8, 15, 3, 17, 9, 19, 22) },
  },
]

const railLayers = (c: Palette): Layer[] => [
  {
    id: 'rail',
    type: 'line',
    source: '',
    'source-layer': 'roads',
    minzoom: 11,
    filter: is('kind', 'rail'),
    paint: { 'line-color': c.rail, 'line-width': exponentialByZoom(11, 0.6, 14, 1.2, 17, 2.6) },
  },
  {
    id: 'rail-ties',
    type: 'line',
    source: '',
    'source-layer': 'roads',
    minzoom: 14,
    filter: is('kind', 'rail'),
    paint: { 'line-color': c.railTie, 'line-width': exponentialByZoom(14, 0.6, 17, 1.6), 'line-dasharray': [5, 5] },
  },
]
