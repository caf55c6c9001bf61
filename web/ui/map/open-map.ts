// The map that pages draw on: its ground as configured, light or dark as the page is, plain where there is none or it
// can't be had. The caller adds its own sources, layers and markers, and those outlive a change of ground.
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

setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)

const DARK = '(prefers-color-scheme: dark)'
/** A ground that takes longer comes too late: the plain one is drawn. */
const GROUND_MS = 4_000
const UNITED_STATES = { center: [-98, 39] as [number, number], zoom: 3 }

/** How often a page looks whether a region was added. */
const LOOK_EVERY_MS = 10_000

export type OpenMapOptions = Omit<MapOptions, 'container' | 'style' | 'attributionControl'> & {
  /** Whether the map follows the regions that are added or removed while it is open. */
  followsRegions?: boolean
  /** Whether it has buttons to zoom, for those without a wheel. */
  zoomButtons?: boolean
}

/** Resolves once sources and layers may be added. Rejects where the browser can't draw maps. */
export async function openMap(
  container: HTMLElement,
  { followsRegions = false, zoomButtons = false, ...options }: OpenMapOptions = {},
): Promise<MapView> {
  let { ground, isOurs } = (await readGround()) ?? { ground: plain(), isOurs: true }
  const view = new MapView({ ...UNITED_STATES, ...options, container, style: ground, attributionControl: false })
  view.addControl(new AttributionControl({ compact: false }))
  if (zoomButtons) view.addControl(new NavigationControl({ showCompass: false }), 'top-left')
  if (!(await isDrawn(view))) {
    ground = plain()
    view.setStyle(ground)
    await isDrawn(view)
  }
  const theme = matchMedia(DARK)
  const gone = new AbortController()
  const change = async (): Promise<void> => {
    const before = ground
    const next = await readGround()
    if (!next || gone.signal.aborted || JSON.stringify(next.ground) === JSON.stringify(before)) return
    ;({ ground, isOurs } = next)
    view.setStyle(ground, { transformStyle: (all, next) => (all ? withAdded(all, before, next) : next) })
  }
  theme.addEventListener('change', () => void change(), { signal: gone.signal })
  const look = (): void => {
    if (isOurs && document.visibilityState === 'visible') void change()
  }
  const timer = followsRegions ? setInterval(look, LOOK_EVERY_MS) : undefined
  view.once('remove', () => {
    gone.abort()
    clearInterval(timer)
  })
  return view
}

/** Whether dark colors are wanted for what is drawn on it. */
export const isDark = (): boolean => matchMedia(DARK).matches

/** Tells whenever that changes. Returns what ends it. */
export function onTheme(changed: () => void): () => void {
  const theme = matchMedia(DARK)
  theme.addEventListener('change', changed)
  return () => theme.removeEventListener('change', changed)
}

/** Whether the server has no streets to draw: neither a region nor a configured map. */
export const lacksStreets = (view: MapView): boolean => view.getStyle()?.metadata === NO_STREETS

/** Tells whenever that may have changed. Returns what ends it. */
export function onGround(view: MapView, changed: () => void): () => void {
  const subscription = view.on('styledata', changed)
  return () => subscription.unsubscribe()
}

const NO_STREETS = 'no streets'

/** Of a map without streets; the customer's page, which draws it too, has no tokens. */
const GROUNDS = { light: '#e9ecef', dark: '#22262e' }

const plain = (metadata?: string): StyleSpecification => ({
  version: 8,
  metadata,
  sources: {},
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': isDark() ? GROUNDS.dark : GROUNDS.light } },
  ],
})

interface Ground {
  ground: StyleSpecification
  /** Whether this server's own answer says what it is. */
  isOurs: boolean
}

/** Null where the server does not say. */
async function readGround(): Promise<Ground | null> {
  try {
    const signal = AbortSignal.timeout(GROUND_MS)
    const answer = await fetch(`/map/style.json?theme=${isDark() ? 'dark' : 'light'}`, { signal })
    const isOurs = !answer.redirected
    if (answer.status === 204) return { ground: plain(NO_STREETS), isOurs }
    return answer.ok ? { ground: (await answer.json()) as StyleSpecification, isOurs } : null
  } catch {
    return null
  }
}

/** False where the style is none that can be drawn; tiles that fail come later and leave the rest standing. */
function isDrawn(view: MapView): Promise<boolean> {
  return new Promise((resolve) => {
    const awaited = [view.on('style.load', () => settle(true)), view.on('error', () => settle(false))]
    const settle = (drawn: boolean): void => {
      for (const subscription of awaited) subscription.unsubscribe()
      resolve(drawn)
    }
  })
}

/** What was drawn on the ground before, on the next one. */
function withAdded(all: StyleSpecification, before: StyleSpecification, next: StyleSpecification): StyleSpecification {
  const grounds = new Set(before.layers.map(({ id }) => id))
  const sources = Object.entries(all.sources).filter(([id]) => !(id in before.sources))
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(sources) },
    layers: [...next.layers, ...all.layers.filter(({ id }) => !grounds.has(id))],
  }
}
