// Keeps the tracking page up to date while someone looks at it, and draws the map while the driver is on the way here.
import '../../src/http/link-pages/page.css'
import type * as contract from '../../src/contract/tracking.ts'
import type { MapWordsNow } from '../../src/contract/tracking.ts'
import { type ByRoute, type Data, filledIn } from '../api/route.ts'
import type { LiveMap } from './live-map.ts'

type Routes = ByRoute<typeof contract.readNow>
type TrackingNow = Data<Routes[keyof Routes]>

const NOW: keyof Routes = 'GET /t/{token}/now'
const FIRST_SECONDS = 1
const AFTER_FAILURE_SECONDS = 60

// The page is at /t/{token}.
const token = location.pathname.split('/')[2] ?? ''
const standing = document.getElementById('now')
const element = document.getElementById('map')
let map: Promise<LiveMap | null> | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let latest = new AbortController()

document.documentElement.classList.add('live')
document.addEventListener('visibilitychange', () => {
  clearTimeout(timer)
  if (document.visibilityState === 'visible') void look()
})
timer = setTimeout(() => void look(), FIRST_SECONDS * 1000)

async function look(): Promise<void> {
  // The latest look alone sets the next timer: one still on its way (no reception) would set another, and both go on.
  latest.abort()
  latest = new AbortController()
  const { signal } = latest
  let again: number | null = AFTER_FAILURE_SECONDS
  try {
    const answer = await fetch(filledIn(NOW, { params: { token } }).path, { signal })
    // What has ended, or is at another step, is another page.
    if (answer.status === 404 || answer.status === 410) return location.reload()
    if (answer.ok) {
      const { data } = (await answer.json()) as { data: TrackingNow }
      if (data.step !== standing?.dataset.step) return location.reload()
      const now = document.createElement('div')
      now.innerHTML = data.html
      // Said again by a screen reader only when it is other.
      if (standing.innerHTML !== now.innerHTML) standing.replaceChildren(...now.childNodes)
      await draw(data.map)
      again = data.again_seconds
    }
  } catch {
    // No reception for now.
  }
  if (signal.aborted) return
  if (again !== null && document.visibilityState === 'visible') timer = setTimeout(() => void look(), again * 1000)
}

async function draw(places: TrackingNow['map']): Promise<void> {
  if (!element) return
  if (!places) {
    ;(await map)?.end()
    map = null
    return
  }
  map ??= open(element)
  ;(await map)?.show(places)
}

/** Null where maps can't be drawn: the words above say how far away the driver is. */
async function open(container: HTMLElement): Promise<LiveMap | null> {
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
