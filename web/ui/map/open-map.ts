// The map that pages draw on: its ground as configured, light or dark as the page is, plain where there is none or it
// can't be had. Whoever opened it adds sources, layers and markers of their own, and those outlive a change of ground.
import 'maplibre-gl/dist/maplibre-gl.css'
import {
  addProtocol,
  AttributionControl,
  Map as MapView,
  type MapOptions,
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

export type OpenMapOptions = Omit<MapOptions, 'container' | 'style' | 'attributionControl'>

/** Resolves once sources and layers may be added. Rejects where the browser can't draw maps. */
export async function openMap(container: HTMLElement, options: OpenMapOptions = {}): Promise<MapView> {
  let ground = await readGround()
  const view = new MapView({ ...UNITED_STATES, ...options, container, style: ground, attributionControl: false })
  view.addControl(new AttributionControl({ compact: false }))
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
    if (gone.signal.aborted) return
    ground = next
    view.setStyle(ground, { transformStyle: (all, next) => (all ? withAdded(all, before, next) : next) })
  }
  theme.addEventListener('change', () => void change(), { signal: gone.signal })
  view.once('remove', () => gone.abort())
  return view
}

/** Whether dark colors are wanted for what is drawn on it. */
export const isDark = (): boolean => matchMedia(DARK).matches

/** Whether the server has no streets to draw: neither a region nor a configured map. */
export const lacksStreets = (view: MapView): boolean => view.getStyle().metadata === NO_STREETS

const NO_STREETS = 'no streets'

const plain = (metadata?: string): StyleSpecification => ({
  version: 8,
  metadata,
  sources: {},
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': isDark() ? '#22262e' : '#e9ecef' } }],
})

async function readGround(): Promise<StyleSpecification> {
  try {
    const signal = AbortSignal.timeout(GROUND_MS)
    const answer = await fetch(`/map/style.json?theme=${isDark() ? 'dark' : 'light'}`, { signal })
    if (answer.status === 204) return plain(NO_STREETS)
    return answer.ok ? ((await answer.json()) as StyleSpecification) : plain()
  } catch {
    return plain()
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
