// Keeps the driver's page and its assets on the phone, so that it opens without reception.
const CACHE = 'driver-1'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fromCache(request))
  else if (request.mode === 'navigate') event.respondWith(page(request))
})

/** Assets carry a hash in their name: one that is kept never changes. */
async function fromCache(request) {
  const kept = await caches.match(request)
  return kept ?? keep(request, await fetch(request))
}

/** The page as the server has it; without reception, as it was last. An ended link is forgotten. */
async function page(request) {
  try {
    const answer = await fetch(request)
    if (answer.status === 404 || answer.status === 410) await (await caches.open(CACHE)).delete(request)
    return await keep(request, answer)
  } catch (error) {
    const kept = await caches.match(request)
    if (kept) return kept
    throw error
  }
}

async function keep(request, answer) {
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone())
  return answer
}
