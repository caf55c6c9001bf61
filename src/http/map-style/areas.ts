// Layers of the ground: land, water and buildings.
import {
  byKind,
  type Expression,
  linearByZoom,
  exponentialByZoom,
  is,
  type Layer,
  all,
  get,
  POLYGON,
} from './expressions.ts'
import type { Palette } from './palettes.ts'

export const areaLayers = (c: Palette): Layer[] => [
  { id: 'ground', type: 'background', paint: { 'background-color': c.land } },
  land('land-town', ['residential'], c.urban),
  siteLand(c),
  greenLand(c),
  land('land-pitch', ['pitch', 'playground'], c.pitch, { minzoom: 14 }),
  waterway(c),
  area('water', 'water', [], c.water),
  land('pier-area', ['pier'], c.pier),
  land('plaza', ['pedestrian', 'runway', 'taxiway'], byKind('pedestrian', c.plaza, c.runway), { minzoom: 11 }),
  runway(c),
  building(c),
  {
    ...lineOf('pier', 'roads', is('kind_detail', 'pier')),
    paint: { 'line-color': c.pier, 'line-width': exponentialByZoom(13, 0.8, 17, 8) },
  },
]

function siteLand(c: Palette): Layer {
  const colors = {
    commercial: c.commercial,
    industrial: c.industrial,
    quarry: c.industrial,
    military: c.military,
    aerodrome: c.airfield,
    hospital: c.hospital,
    school: c.school,
    university: c.school,
    college: c.school,
    farmland: c.farmland,
    bare: c.bare,
    parking: c.parking,
  }
  return coloredLand('land', colors, linearByZoom(9, 0.4, 12, 1))
}

function greenLand(c: Palette): Layer {
  const colors = {
    park: c.park,
    golf_course: c.park,
    zoo: c.park,
    playground: c.park,
    nature_reserve: c.grass,
    grass: c.grass,
    grassland: c.grass,
    village_green: c.grass,
    allotments: c.grass,
    wood: c.wood,
    forest: c.wood,
    scrub: c.scrub,
    wetland: c.scrub,
    cemetery: c.cemetery,
    beach: c.sand,
    sand: c.sand,
    glacier: c.glacier,
  }
  return coloredLand('land-green', colors, linearByZoom(8, 0.5, 11, 1))
}

function coloredLand(id: string, colors: Record<string, string>, opacity: Expression): Layer {
  const color = byKind(...Object.entries(colors).flat(), Object.values(colors)[0])
  const layer = land(id, Object.keys(colors), color)
  return { ...layer, paint: { ...layer.paint, 'fill-opacity': opacity } }
}

const waterway = (c: Palette): Layer => ({
  ...lineOf('waterway', 'water', is('kind', 'river', 'canal', 'stream')),
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: {
    'line-color': c.waterway,
    'line-width': exponentialByZoom(
      9,
      byKind('stream', 0, 0.8),
      13,
      byKind('stream', 0.6, 2),
      17,
      byKind('stream', 3, 8),
    ),
  },
})

function runway(c: Palette): Layer {
  const width = (wide: number, narrow: number): Expression => ['match', get('kind_detail'), 'runway', wide, narrow]
  return {
    ...lineOf('runway', 'roads', is('kind', 'aeroway')),
    paint: {
      'line-color': c.runway,
      'line-width': exponentialByZoom(10, width(1.2, 0.3), 15, width(18, 6), 18, width(110, 40)),
    },
  }
}

function building(c: Palette): Layer {
  const layer = area('building', 'buildings', [], c.building, { minzoom: 13.5 })
  const edge = linearByZoom(15, c.building, 16, c.buildingEdge)
  const opacity = linearByZoom(13.5, 0, 14.5, 0.85, 16, 1)
  return { ...layer, paint: { ...layer.paint, 'fill-opacity': opacity, 'fill-outline-color': edge } }
}

const lineOf = (id: string, layer: string, filter: Expression) =>
  ({ id, type: 'line', source: '', 'source-layer': layer, filter }) as const

const land = (id: string, kinds: string[], color: unknown, zooms: { minzoom?: number } = {}): Layer =>
  area(id, 'landuse', [is('kind', ...kinds)], color, zooms)

const area = (
  id: string,
  layer: string,
  filter: Expression[],
  color: unknown,
  zooms: { minzoom?: number } = {},
): Layer => ({
  id,
  type: 'fill',
  source: '',
  'source-layer': layer,
  ...zooms,
  filter: all(POLYGON, ...filter),
  paint: { 'fill-color': color },
})
