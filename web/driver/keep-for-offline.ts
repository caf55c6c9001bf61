// Lets the service worker cache this page, and the phone install it on its home screen.

/** Name of the service worker's cache. */
export const CACHE = 'driver-1'

/** Removes the page of a link from the cache. */
export async function removeCachedPage(token: string): Promise<void> {
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
  await cachePage()
}

/** Caches the page and its assets. */
export async function cachePage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  await navigator.serviceWorker.register('/d/sw.js', { scope: '/d/' })
  // On the first visit, the service worker did not see the requests, so the assets are cached here.
  const assets = [
    ...document.querySelectorAll<HTMLElement>('script[src], link[rel=stylesheet], link[rel=modulepreload]'),
  ]
  const urls = assets.map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
  const cache = await caches.open(CACHE)
  await cache.addAll([location.pathname, ...urls])
}
