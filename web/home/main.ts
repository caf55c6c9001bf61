// Keeps the driver page up to date while it is visible, and cached for use without reception.
import '../../src/http/link-pages/page.css'
import { storePhoneValue } from '../driver/phone-values.ts'
import { offerNotifications } from './notifications.ts'
import { CACHE, cachePage } from '../driver/keep-for-offline.ts'

const REFRESH_MS = 30_000
/** Without a response after this time, the page shows that it is not current. */
const OUTDATED_AFTER_MS = 10_000

const statusElement = element('standing')
let timer: ReturnType<typeof setTimeout> | undefined
let latest = new AbortController()

document.documentElement.classList.add('live')
// Stores the path of this page, so that the pages of routes can link back to it.
storePhoneValue('driverPage', location.pathname)
const language = document.querySelector<HTMLSelectElement>('select[name=language]')
language?.addEventListener('change', () => {
  // Stores the choice on the phone, so that the pages of routes use it too.
  storePhoneValue('language', language.value)
  language.form?.requestSubmit()
})
document.addEventListener('visibilitychange', () => {
  clearTimeout(timer)
  if (document.visibilityState === 'visible') void refresh()
})
navigator.serviceWorker?.addEventListener('message', () => void refresh())
window.addEventListener('online', () => void refresh())
window.addEventListener('offline', () => void refresh())
offerInstall()
void offerNotifications(element('notify'))
void refresh()
// If the server doesn't respond, the next visit caches the page.
void cachePage().catch(() => undefined)

async function refresh(): Promise<void> {
  // Aborts a refresh that is still running, so that only the latest one sets the next timer.
  clearTimeout(timer)
  latest.abort()
  latest = new AbortController()
  const { signal } = latest
  let fresh = false
  try {
    const answer = await fetch(location.pathname, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(OUTDATED_AFTER_MS)]),
    })
    // An ended page has different content, so reload it.
    if (answer.status === 404 || answer.status === 410) return location.reload()
    if (answer.ok) {
      const text = await answer.clone().text()
      await cacheFetchedPage(answer)
      fresh = showRoutes(new DOMParser().parseFromString(text, 'text/html'))
    }
  } catch {
    // The phone has no reception, so the shown page stays.
  }
  if (signal.aborted) return
  // The text is written only if it changed, so that screen readers don't repeat it.
  const said = fresh ? '' : (statusElement.dataset.asOf ?? '')
  if (statusElement.textContent !== said) statusElement.textContent = said
  if (document.visibilityState === 'visible') timer = setTimeout(() => void refresh(), REFRESH_MS)
}

/** Returns false if the server's page has no routes. The shown page then stays. */
function showRoutes(page: Document): boolean {
  const routes = page.getElementById('routes')
  if (!routes) return false
  if (page.documentElement.lang !== document.documentElement.lang) {
    location.reload()
    return true
  }
  statusElement.dataset.asOf = page.getElementById('standing')?.dataset.asOf ?? ''
  const shown = element('routes')
  if (shown.innerHTML === routes.innerHTML) return true
  const focused = document.activeElement?.getAttribute('href')
  shown.replaceChildren(...routes.childNodes)
  if (focused) shown.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus()
  return true
}

/** Replaces the cached page. */
async function cacheFetchedPage(answer: Response): Promise<void> {
  if (!('caches' in window)) return
  const cache = await caches.open(CACHE)
  await cache.put(location.pathname, answer)
}

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

function offerInstall(): void {
  const place = element('install')
  // Only iPhones have `standalone`. They have no install prompt, so this page explains how to install it.
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
