// Stores the driver's pages and their assets on the phone, so that they open without reception and during server updates.
const CACHE = 'driver-1'
/** Time after which the stored page is shown, so that weak reception doesn't leave the driver with an empty page. */
const PATIENCE_MS = 3_000
/** The newest assets and pages are kept: assets that pages of recent versions still load, and routes of recent days. */
const MOST_ASSETS = 60
const MOST_PAGES = 10

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (request.mode === 'navigate') event.respondWith(page(request, event))
})

/** The name of an asset contains a hash, so a stored asset never changes. */
async function asset(request) {
  const kept = await caches.match(request)
  return kept ?? keep(request, await fetch(request))
}

/**
 * Returns the page of the server, or the stored page if the server doesn't respond in time. The page of an ended link (410)
 * shows nothing of the route, but can send taps that are still on the phone. It replaces the stored page until the page
 * itself deletes it. The page of an unknown link (404) is deleted. The cache key is only the URL: the server's response
 * varies with the phone's language, but the page has all languages.
 */
async function page(request, event) {
  const { url } = request
  const kept = await caches.match(url)
  const asked = fetch(request).then(async (answer) => {
    if (answer.status === 404) await (await caches.open(CACHE)).delete(url)
    return kept && answer.status === 410 ? store(url, answer) : keep(url, answer)
  })
  if (!kept) return asked
  event.waitUntil(asked.catch(() => null))
  const patience = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS))
  // A server error, for example during an update, must not stop the driver's work.
  const answered = asked.then((answer) => (answer.status >= 500 ? kept : answer))
  return Promise.race([answered, patience]).catch(() => kept)
}

async function keep(request, answer) {
  return answer.ok ? store(request, answer) : answer
}

async function store(request, answer) {
  const cache = await caches.open(CACHE)
  await cache.put(request, answer.clone())
  const kept = await cache.keys()
  const assets = kept.filter(({ url }) => new URL(url).pathname.startsWith('/assets/'))
  const pages = kept.filter((entry) => !assets.includes(entry))
  const old = [...assets.slice(0, -MOST_ASSETS), ...pages.slice(0, -MOST_PAGES)]
  await Promise.all(old.map((entry) => cache.delete(entry)))
  return answer
}

/** Shows a notification in the driver's language, which the server has written. Open pages then reload their data. */
self.addEventListener('push', (event) => {
  const { title, body, lang, tag, path } = event.data?.json() ?? {}
  if (!title) return
  const shown = { body, lang, tag, renotify: true, data: { path }, icon: '/d/icon-192.png' }
  event.waitUntil(Promise.all([self.registration.showNotification(title, shown), tellPages()]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data
  const { href, origin } = new URL(path, self.location.origin)
  if (origin === self.location.origin) event.waitUntil(open(href))
})

async function tellPages() {
  // A client only accepts messages of its own worker, so there is no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  for (const page of await openPages()) page.postMessage('changed')
}

/** Focuses the page if it is open, otherwise opens it. */
async function open(href) {
  const pages = await openPages()
  const there = pages.find((page) => page.url === href)
  return there ? there.focus() : self.clients.openWindow(href)
}

const openPages = () => self.clients.matchAll({ type: 'window' })
