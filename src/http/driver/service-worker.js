// Keeps the driver's page and its assets on the phone, so that it opens without reception, and over every update.
const CACHE = 'driver-1'
/** Weak reception must not leave a driver before an empty page: after this the kept one is shown. */
const PATIENCE_MS = 3_000
/** Of each, the newest: what pages of the last updates still load, and the routes of the last days. */
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

/** Assets carry a hash in their name: one that is kept never changes. */
async function asset(request) {
  const kept = await caches.match(request)
  return kept ?? keep(request, await fetch(request))
}

/**
 * The page as the server has it; without an answer of its own in time, as it was last. The page of an ended link (410) shows
 * nothing of the route, but can send what the phone still has of it: it takes the place of the kept one, until the page
 * itself takes it off the phone. A link that leads nowhere (404) is forgotten. The page is kept by its address alone: the
 * server's answer varies with the phone's language, but the page speaks them all.
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
  // A server that is being updated, or the way to it, is no reason to stop working.
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

/** The server has said it in the driver's language; a page that is open reads again. */
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
  // A client takes what it is sent from its own worker alone: it has no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  for (const page of await openPages()) page.postMessage('changed')
}

/** The page that is there comes to the front. */
async function open(href) {
  const pages = await openPages()
  const there = pages.find((page) => page.url === href)
  return there ? there.focus() : self.clients.openWindow(href)
}

const openPages = () => self.clients.matchAll({ type: 'window' })
