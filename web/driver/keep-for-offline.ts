// Has the service worker keep this page, and lets the phone put it on its home screen.

/** The cache of the service worker. */
export const CACHE = 'driver-1'

/** Takes the page of a link off the phone. */
export async function forgetPage(token: string): Promise<void> {
  if (!('caches' in window)) return
  const cache = await caches.open(CACHE)
  await cache.delete(`/d/${token}`)
  await cache.delete(`/d/${token}/parcels`)
}

export async function keepForOffline(token: string): Promise<void> {
  const manifest = document.createElement('link')
  manifest.rel = 'manifest'
  manifest.href = `/d/${token}/manifest.webmanifest`
  document.head.append(manifest)
  await keepPage()
}

/** Has the phone keep the page and what it loads. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  await navigator.serviceWorker.register('/d/sw.js', { scope: '/d/' })
  // The first visit was not the worker's yet: what it loaded is kept now.
  const assets = [
    ...document.querySelectorAll<HTMLElement>('script[src], link[rel=stylesheet], link[rel=modulepreload]'),
  ]
  const urls = assets.map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
  const cache = await caches.open(CACHE)
  await cache.addAll([location.pathname, ...urls])
}
