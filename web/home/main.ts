// Keeps the driver page up to date while it is visible, and cached for use without reception.
import '../../src/http/link-pages/page.css'
import { CHOSEN_LANGUAGE, HOME, writeStored } from '../driver/browser-storage.ts'
import { offerNotifications } from './notifications.ts'
import { CACHE, cachePage } from '../driver/keep-for-offline.ts'

const AGAIN_MS = 30_000
/** Without a response after this time, the page shows that it is not current. */
const PATIENCE_MS = 10_000

const standing = element('standing')
let timer: ReturnType<typeof setTimeout> | undefined
let latest = new AbortController()

document.documentElement.classList.add('live')
// A route page links back to this page.
writeStored('phone', HOME, location.pathname)
const language = document.querySelector<HTMLSelectElement>('select[name=language]')
language?.addEventListener('change', () => {
  // Applies to route pages too.
  writeStored('phone', CHOSEN_LANGUAGE, language.value)
  language.form?.requestSubmit()
})
document.addEventListener('visibilitychange', () => {
  clearTimeout(timer)
  if (document.visibilityState === 'visible') void look()
})
navigator.serviceWorker?.addEventListener('message', () => void look())
window.addEventListener('online', () => void look())
window.addEventListener('offline', () => void look())
offerInstall()
void offerNotifications(element('notify'))
void look()
// Without a response, the next visit caches the page.
void cachePage().catch(() => undefined)

async function look(): Promise<void> {
  // The latest run alone sets the next timer.
  clearTimeout(timer)
  latest.abort()
  latest = new AbortController()
  const { signal } = latest
  let fresh = false
  try {
    const answer = await fetch(location.pathname, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    })
    // An ended page has different content, so reload it.
    if (answer.status === 404 || answer.status === 410) return location.reload()
    if (answer.ok) {
      const text = await answer.clone().text()
      await keep(answer)
      fresh = show(new DOMParser().parseFromString(text, 'text/html'))
    }
  } catch {
    // No reception at the moment.
  }
  if (signal.aborted) return
  // The text is written only if it changed, so that screen readers don't repeat it.
  const said = fresh ? '' : (standing.dataset.asOf ?? '')
  if (standing.textContent !== said) standing.textContent = said
  if (document.visibilityState === 'visible') timer = setTimeout(() => void look(), AGAIN_MS)
}

/** Returns false if the server's page has no routes. The shown page then stays. */
function show(page: Document): boolean {
  const routes = page.getElementById('routes')
  if (!routes) return false
  if (page.documentElement.lang !== document.documentElement.lang) {
    location.reload()
    return true
  }
  standing.dataset.asOf = page.getElementById('standing')?.dataset.asOf ?? ''
  const shown = element('routes')
  if (shown.innerHTML === routes.innerHTML) return true
  const focused = document.activeElement?.getAttribute('href')
  shown.replaceChildren(...routes.childNodes)
  if (focused) shown.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus()
  return true
}

/** Replaces the cached page. */
async function keep(answer: Response): Promise<void> {
  if (!('caches' in window)) return
  const cache = await caches.open(CACHE)
  await cache.put(location.pathname, answer)
}

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

function offerInstall(): void {
  const place = element('install')
  // iPhones alone have this property, and they have no install prompt.
  if ((navigator as { standalone?: boolean }).standalone === false) {
    place.textContent = place.dataset.how ?? ''
    place.hidden = false
  }
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    const button = document.createElement('button')
    button.className = 'wide plain'
    button.textContent = place.dataset.install ?? ''
    button.addEventListener('click', () => {
      place.hidden = true
      void (event as InstallPrompt).prompt()
    })
    place.replaceChildren(button)
    place.hidden = false
  })
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no ${id}`)
  return found
}
