// Layers of route lines: wider with the zoom, with a casing that separates them from the ground, and with arrows in driving
// direction where the map is near enough.
import type { LayerSpecification, Map as MapView } from 'maplibre-gl'
import { tokenColor } from './token-color.ts'

/** Property of the style with the layer below which routes are drawn: above all roads, and below all names. */
const ROUTES_BEFORE = 'roundsman:routes-before'
const ARROWS_FROM = 13
/** Zoom levels with the widths of the line and of its casing, in pixels. */
const WIDTHS = [
  [10, 3, 5],
  [13, 4.5, 7.5],
  [16, 7, 11],
  [18, 11, 15.5],
] as const

/** Returns the ID of the layer below which routes are drawn. Undefined if the base map has no names. */
export function routesBefore(style: { metadata?: unknown; layers: readonly { id: string }[] }): string | undefined {
  const { metadata } = style
  if (typeof metadata !== 'object' || metadata === null || !(ROUTES_BEFORE in metadata)) return undefined
  const before = metadata[ROUTES_BEFORE]
  return style.layers.find(({ id }) => id === before)?.id
}

export interface RouteLook {
  opacity: number | ['case', ['get', string], number, number]
  /** Dashes of the lines that `filter` selects. */
  lines: readonly { id: string; filter?: ['==', ['get', string], boolean]; dashes?: [number, number] }[]
}

/** Adds the layers of a source of routes, whose features have a color. */
export function addRouteLines(view: MapView, source: string, { opacity, lines }: RouteLook, dark: boolean): void {
  const before = routesBefore(view.getStyle())
  for (const layer of layersOf(source, { opacity, lines })) view.addLayer(layer, before)
  colorCasing(view, source, dark)
}

/** Colors the casing for a light or dark page. Does nothing if the source has no layers yet. */
export function colorCasing(view: MapView, source: string, dark: boolean): void {
  const color = tokenColor(dark ? '--casing-dark' : '--casing-light')
  if (view.getLayer(`${source}-casing`)) view.setPaintProperty(`${source}-casing`, 'line-color', color)
  if (view.getLayer(`${source}-arrows`)) view.setPaintProperty(`${source}-arrows`, 'text-color', color)
}

function layersOf(source: string, { opacity, lines }: RouteLook): LayerSpecification[] {
  const layout = { 'line-join': 'round' } as const
  return [
    {
      id: `${source}-casing`,
      type: 'line',
      source,
      layout: { ...layout, 'line-cap': 'round' },
      paint: { 'line-width': widthOf(2), 'line-opacity': opacity },
    },
    ...lines.map(
      ({ id, filter, dashes }): LayerSpecification => ({
        id,
        type: 'line',
        source,
        ...(filter && { filter }),
        layout,
        paint: {
          'line-color': ['get', 'color'],
          'line-width': widthOf(1),
          'line-opacity': opacity,
          ...(dashes && { 'line-dasharray': dashes }),
        },
      }),
    ),
    {
      id: `${source}-arrows`,
      type: 'symbol',
      source,
      minzoom: ARROWS_FROM,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 90,
        'text-field': '›',
        'text-font': ['Map Bold', 'system-ui'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 13, 11, 16, 17, 18, 22],
        'text-keep-upright': false,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
        'text-padding': 0,
      },
      paint: { 'text-opacity': opacity },
    },
  ]
}

const widthOf = (part: 1 | 2): ['interpolate', ['linear'], ['zoom'], ...number[]] => [
  'interpolate',
  ['linear'],
  ['zoom'],
  ...WIDTHS.flatMap((row) => [row[0], row[part]]),
]
