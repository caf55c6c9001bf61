// Keeps the tracking page up to date while it is visible, and shows the map while the driver is on the way.
import '../../src/http/link-pages/page.css'
import type * as contract from '../../src/contract/tracking.ts'
import type { MapWordsNow } from '../../src/contract/tracking.ts'
import { type ByRoute, type Data, methodAndPathOf } from '../api/route.ts'
import type { LiveMap } from './live-map.ts'

type Routes = ByRoute<typeof contract.readNow>
type TrackingNow = Data<Routes[keyof Routes]>

const NOW_ROUTE: keyof Routes = 'GET /t/{token}/now'
const FIRST_SECONDS = 1
const AFTER_FAILURE_SECONDS = 60

// The path is /t/{token}.
const token = location.pathname.split('/')[2] ?? ''
const statusElement = document.getElementById('now')
const asOf = document.getElementById('as-of')
const element = document.getElementById('map')
let map: Promise<LiveMap | null> | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let latest = new AbortController()

document.addEventListener('visibilitychange', () => {
  clearTimeout(timer)
  if (document.visibilityState === 'visible') void refresh()
})
timer = setTimeout(() => void refresh(), FIRST_SECONDS * 1000)

async function refresh(): Promise<void> {
  // Aborts a refresh that is still running, so that only the latest one sets the next timer. Otherwise both would continue.
  latest.abort()
  latest = new AbortController()
  const { signal } = latest
  let again: number | null = AFTER_FAILURE_SECONDS
  try {
    const answer = await fetch(methodAndPathOf(NOW_ROUTE, { params: { token } }).path, { signal })
    // An ended page, or one at another step, has different content, so reload it.
    if (answer.status === 404 || answer.status === 410) return location.reload()
    if (answer.ok) {
      const { data } = (await answer.json()) as { data: TrackingNow }
      if (data.step !== statusElement?.dataset.step) return location.reload()
      const now = document.createElement('div')
      now.innerHTML = data.html
      // Replaced only if it changed, so that screen readers don't repeat it.
      if (statusElement.innerHTML !== now.innerHTML) statusElement.replaceChildren(...now.childNodes)
      if (asOf) asOf.textContent = data.as_of
      await draw(data.map)
      again = data.again_seconds
    }
  } catch {
    // The phone has no reception, so the shown page stays.
  }
  if (signal.aborted) return
  if (again !== null && document.visibilityState === 'visible') timer = setTimeout(() => void refresh(), again * 1000)
}

async function draw(places: TrackingNow['map']): Promise<void> {
  if (!element) return
  if (!places) {
    ;(await map)?.end()
    map = null
    return
  }
  map ??= openLiveMap(element)
  ;(await map)?.show(places)
}

/** Opens the map. Returns null if it can't be drawn, because the text above it states the driver's distance too. */
async function openLiveMap(container: HTMLElement): Promise<LiveMap | null> {
  const words = JSON.parse(container.dataset.words ?? '{}') as MapWordsNow
  try {
    const { liveMap } = await import('./live-map.ts')
    return await liveMap(container, words)
  } catch {
    container.className = ''
    container.textContent = words.noMap
    return null
  }
}
