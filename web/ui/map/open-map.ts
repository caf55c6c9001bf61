// Opens the map of a page with the configured base map, light or dark like the page. The base map is plain if there is none
// or it can't be loaded. Sources, layers and markers of the caller survive a change of the base map.
import 'maplibre-gl/dist/maplibre-gl.css'
import {
  addProtocol,
  AttributionControl,
  Map as MapView,
  type MapOptions,
  NavigationControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'
import { isDark, onTheme } from '../theme.ts'
import { routesBefore } from './route-lines.ts'

setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)

/** If the base map takes longer than this, the plain one is shown. */
const BASE_MAP_TIMEOUT_MS = 4_000
const UNITED_STATES = { center: [-98, 39] as [number, number], zoom: 3 }

/** Interval for detecting added or removed regions. */
const REFRESH_MS = 10_000

export type OpenMapOptions = Omit<MapOptions, 'container' | 'style' | 'attributionControl'> & {
  /** Whether the map follows regions that are added or removed while it is open. */
  followsRegions?: boolean
  /** Whether the map has zoom buttons, for users without a wheel. */
  zoomButtons?: boolean
}

/** Resolves once sources and layers may be added. Rejects if the browser can't draw maps. */
export async function openMap(
  container: HTMLElement,
  { followsRegions = false, zoomButtons = false, ...options }: OpenMapOptions = {},
): Promise<MapView> {
  let { ground, isOurs } = (await fetchBaseMapStyle()) ?? { ground: plainStyle(), isOurs: true }
  const view = new MapView({ ...UNITED_STATES, ...options, container, style: ground, attributionControl: false })
  view.addControl(new AttributionControl({ compact: false }))
  if (zoomButtons) view.addControl(new NavigationControl({ showCompass: false }), 'top-left')
  if (!(await isDrawn(view))) {
    ground = plainStyle()
    view.setStyle(ground)
    await isDrawn(view)
  }
  const gone = new AbortController()
  const change = async (): Promise<void> => {
    const before = ground
    const next = await fetchBaseMapStyle()
    if (!next || gone.signal.aborted || JSON.stringify(next.ground) === JSON.stringify(before)) return
    ;({ ground, isOurs } = next)
    view.setStyle(ground, { transformStyle: (all, next) => (all ? keepAddedLayers(all, before, next) : next) })
  }
  const endTheme = onTheme(() => void change())
  const look = (): void => {
    if (isOurs && document.visibilityState === 'visible') void change()
  }
  const timer = followsRegions ? setInterval(look, REFRESH_MS) : undefined
  view.once('remove', () => {
    gone.abort()
    endTheme()
    clearInterval(timer)
  })
  return view
}

/** Returns true if the server can draw no streets, because it has neither a region nor a configured map. */
export const lacksStreets = (view: MapView): boolean => view.getStyle()?.metadata === NO_STREETS

/** Calls `changed` when `lacksStreets` may have changed. Returns a function that ends the calls. */
export function onBaseMap(view: MapView, changed: () => void): () => void {
  const subscription = view.on('styledata', changed)
  return () => subscription.unsubscribe()
}

const NO_STREETS = 'no streets'

/** Colors of a map without streets. The tracking page also draws it, but has no design tokens. */
const PLAIN_MAP_COLORS = { light: '#e9ecef', dark: '#22262e' }

const plainStyle = (metadata?: string): StyleSpecification => ({
  version: 8,
  metadata,
  sources: {},
  layers: [
    {
      id: 'ground',
      type: 'background',
      paint: { 'background-color': isDark() ? PLAIN_MAP_COLORS.dark : PLAIN_MAP_COLORS.light },
    },
  ],
})

interface BaseMapStyle {
  ground: StyleSpecification
  /** True if the response came from this server, not from a redirect. */
  isOurs: boolean
}

/** Loads the style of the base map. Returns null if the server doesn't respond with one in time. */
async function fetchBaseMapStyle(): Promise<BaseMapStyle | null> {
  try {
    const signal = AbortSignal.timeout(BASE_MAP_TIMEOUT_MS)
    const answer = await fetch(`/map/style.json?theme=${isDark() ? 'dark' : 'light'}`, { signal })
    const isOurs = !answer.redirected
    if (answer.status === 204) return { ground: plainStyle(NO_STREETS), isOurs }
    return answer.ok ? { ground: (await answer.json()) as StyleSpecification, isOurs } : null
  } catch {
    return null
  }
}

/** Resolves to true once the style is loaded, or to false if it can't be drawn. Tiles that fail later are ignored. */
function isDrawn(view: MapView): Promise<boolean> {
  return new Promise((resolve) => {
    const awaited = [view.on('style.load', () => settle(true)), view.on('error', () => settle(false))]
    const settle = (drawn: boolean): void => {
      for (const subscription of awaited) subscription.unsubscribe()
      resolve(drawn)
    }
  })
}

/** Adds the sources and layers of the caller to the next base map, lines below its names and other layers on top. */
function keepAddedLayers(
  all: StyleSpecification,
  before: StyleSpecification,
  next: StyleSpecification,
): StyleSpecification {
  const grounds = new Set(before.layers.map(({ id }) => id))
  const sources = Object.entries(all.sources).filter(([id]) => !(id in before.sources))
  const added = all.layers.filter(({ id }) => !grounds.has(id))
  const wasBelow = all.layers.findIndex(({ id }) => id === routesBefore(before))
  const isRoute = (layer: (typeof added)[number]): boolean => wasBelow >= 0 && all.layers.indexOf(layer) < wasBelow
  const names = next.layers.findIndex(({ id }) => id === routesBefore(next))
  const at = names < 0 ? next.layers.length : names
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(sources) },
    layers: [
      ...next.layers.slice(0, at),
      ...added.filter(isRoute),
      ...next.layers.slice(at),
      ...added.filter((layer) => !isRoute(layer)),
    ],
  }
}
