// Layers of texts: one-way arrows, house numbers, and names. The browser's fonts draw them, and a later layer is placed
// first if two texts collide.
import {
  all,
  byKind,
  type Expression,
  linearByZoom,
  get,
  has,
  is,
  type Layer,
  not,
  POINT,
  ROAD_CLASS,
  ROADS,
} from './expressions.ts'
import type { Palette } from './palettes.ts'

const NAME: Expression = ['coalesce', get('name:en'), get('name')]
/** MapLibre reads the weight from the first name. The other names are the fonts of the pages. */
const font = (weight: string): string[] => [`Map ${weight}`, 'Inter Variable', 'system-ui', 'Segoe UI', 'Roboto']

/** Routes are drawn below this layer: above all roads, and below all names. */
export const FIRST_NAMES = 'one-way'

export const nameLayers = (c: Palette): Layer[] => [
  oneWay(c),
  text(c, 'house-number', 'buildings', is('kind', 'address'), {
    zooms: { minzoom: 16.6 },
    layout: {
      'text-field': get('addr_housenumber'),
      'text-font': font('Regular'),
      'text-size': linearByZoom(16.6, 9.5, 19, 12.5),
      'text-padding': 3,
    },
    paint: { 'text-color': c.numberText, 'text-halo-color': c.building, 'text-halo-width': 1 },
  }),
  waterwayName(c),
  roadName(c),
  roadNumber(c),
  landName(c),
  lakeName(c),
  hoodName(c),
  placeName(c),
]

const oneWay = (c: Palette): Layer => ({
  id: FIRST_NAMES,
  type: 'symbol',
  source: '',
  'source-layer': 'roads',
  minzoom: 16,
  filter: all(ROADS, is('oneway', 'yes', '-1'), ['>=', ['zoom'], ['match', ROAD_CLASS, 1, 17, 16]]),
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 110,
    'text-field': '→',
    'text-font': font('Bold'),
    'text-size': linearByZoom(16, 11, 18, 16),
    'text-keep-upright': false,
    'text-rotate': ['match', get('oneway'), '-1', 180, 0],
    'text-padding': 0,
    'text-max-angle': 20,
  },
  paint: { 'text-color': c.arrow },
})

const waterwayName = (c: Palette): Layer =>
  text(c, 'waterway-name', 'water', all(is('kind', 'river', 'stream', 'canal'), has('name')), {
    zooms: { minzoom: 12 },
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 800,
      'text-field': NAME,
      'text-font': font('Italic'),
      'text-size': linearByZoom(12, 10.5, 17, 13),
      'text-letter-spacing': 0.08,
      'text-max-angle': 30,
      'text-padding': 12,
    },
    paint: { 'text-color': c.waterText, 'text-halo-color': c.waterHalo, 'text-halo-width': 1 },
  })

function roadName(c: Palette): Layer {
  const size = (major: number, minor: number): Expression => byKind(['highway', 'major_road'], major, minor)
  const from = byKind('highway', 12, 'major_road', ['match', ROAD_CLASS, 4, 12, 13], 'minor_road', 15, 16)
  return text(c, 'road-name', 'roads', all(has('name'), not(has('is_tunnel')), ['>=', ['zoom'], from]), {
    zooms: { minzoom: 12 },
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': linearByZoom(13, 500, 15, 340, 16, 260),
      'symbol-sort-key': ['-', 6, ROAD_CLASS],
      'text-field': NAME,
      'text-size': linearByZoom(12, size(10.5, 9.5), 15, size(11.5, 10.5), 18, size(14, 13)),
      'text-max-angle': 28,
      'text-padding': linearByZoom(12, 14, 14, 8, 15, 4),
      'text-letter-spacing': 0.01,
    },
    paint: { 'text-color': byKind('highway', c.highwayText, c.roadText), 'text-halo-width': 1.5 },
  })
}

function roadNumber(c: Palette): Layer {
  const from = byKind('highway', 9, 11)
  const filter = all(has('ref'), ['>=', ROAD_CLASS, 4], ['>=', ['zoom'], from])
  return text(c, 'road-number', 'roads', filter, {
    zooms: { minzoom: 9, maxzoom: 15 },
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 700,
      'text-field': get('ref'),
      'text-font': font('Bold'),
      'text-size': linearByZoom(9, 9.5, 14, 11),
      'text-rotation-alignment': 'viewport',
      'text-padding': 28,
    },
    paint: { 'text-color': c.shieldText, 'text-halo-color': c.shield, 'text-halo-width': 2.6, 'text-halo-blur': 0 },
  })
}

function landName(c: Palette): Layer {
  const green = ['park', 'golf_course', 'nature_reserve', 'cemetery', 'zoo']
  return text(c, 'land-name', 'landuse', all(POINT, has('name')), {
    zooms: { minzoom: 13 },
    layout: {
      'text-field': NAME,
      'text-size': linearByZoom(13, 10.5, 17, 12.5),
      'text-max-width': 7,
      'text-padding': 10,
    },
    paint: {
      'text-color': byKind(green, c.parkText, c.siteText),
      'text-halo-color': byKind(green, c.parkHalo, c.halo),
    },
  })
}

const lakeName = (c: Palette): Layer =>
  text(c, 'lake-name', 'water', all(POINT, has('name')), {
    zooms: { minzoom: 10 },
    layout: {
      'text-field': NAME,
      'text-font': font('Italic'),
      'text-size': linearByZoom(10, 10.5, 16, 13.5),
      'text-max-width': 7,
      'text-letter-spacing': 0.04,
      'text-padding': 8,
    },
    paint: { 'text-color': c.waterText, 'text-halo-color': c.waterHalo },
  })

function hoodName(c: Palette): Layer {
  const size = (large: number, small: number): Expression => byKind('macrohood', large, small)
  return text(c, 'hood-name', 'places', is('kind', 'neighbourhood', 'macrohood', 'island'), {
    zooms: { minzoom: 12, maxzoom: 17 },
    layout: {
      'text-field': NAME,
      'text-font': font('SemiBold'),
      'text-size': linearByZoom(12, size(11, 10), 16, size(14, 12.5)),
      'text-letter-spacing': 0.09,
      'text-transform': 'uppercase',
      'text-max-width': 7,
      'text-padding': linearByZoom(12, 14, 15, 6),
    },
    paint: { 'text-color': c.hoodText, 'text-halo-color': c.land, 'text-halo-width': 1.8 },
  })
}

function placeName(c: Palette): Layer {
  const size = (...sizes: unknown[]): Expression => ['match', get('kind_detail'), ...sizes]
  const six = size('city', 11, 9)
  const eleven = size('city', 17, 'town', 14, 11.5)
  const fifteen = size('city', 24, 'town', 19, 'village', 15, 12.5)
  return text(c, 'place-name', 'places', is('kind', 'locality', 'region', 'country'), {
    zooms: { maxzoom: 16.5 },
    layout: {
      'text-field': NAME,
      'text-font': font('SemiBold'),
      'symbol-sort-key': ['-', 0, ['coalesce', get('population_rank'), 0]],
      'text-size': linearByZoom(6, six, 11, eleven, 15, fifteen),
      'text-max-width': 8,
      'text-padding': 8,
    },
    paint: { 'text-color': c.placeText, 'text-halo-width': 1.8 },
  })
}

interface TextLook {
  zooms: { minzoom?: number; maxzoom?: number }
  layout: Record<string, unknown>
  paint: Record<string, unknown>
}
const text = (
  c: Palette,
  id: string,
  layer: string,
  filter: Expression,
  { zooms, layout, paint }: TextLook,
): Layer => ({
  id,
  type: 'symbol',
  source: '',
  'source-layer': layer,
  ...zooms,
  filter,
  layout: { 'text-font': font('Medium'), 'text-padding': 4, ...layout },
  paint: { 'text-halo-color': c.halo, 'text-halo-width': 1.4, 'text-halo-blur': 0.4, ...paint },
})
