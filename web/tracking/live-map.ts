// Map with the driver's van and the delivery address. Loaded only while the driver is on the way.
import { LngLat, LngLatBounds, Marker } from 'maplibre-gl'
import type { MapWordsNow, TrackingNow } from '../../src/contract/tracking.ts'
import { openMap } from '../ui/map/open-map.ts'

export interface LiveMap {
  show(places: NonNullable<TrackingNow['map']>): void
  end(): void
}

export async function liveMap(container: HTMLElement, words: MapWordsNow): Promise<LiveMap> {
  container.className = 'open'
  const view = await openMap(container, {
    cooperativeGestures: true,
    locale: {
      'Map.Title': words.title,
      'AttributionControl.ToggleAttribution': words.sources,
      'CooperativeGesturesHandler.WindowsHelpText': words.wheel,
      'CooperativeGesturesHandler.MacHelpText': words.wheelOnMac,
      'CooperativeGesturesHandler.MobileHelpText': words.twoFingers,
    },
  })
  const driver = movingMark(words.driver)
  const home = mark('home', words.address, 'bottom')
  home.getElement().innerHTML = HOUSE
  let fitted = false
  /** True if the customer has moved the map. The map then no longer follows the driver. */
  let held = false
  view.on('movestart', ({ originalEvent }) => (held ||= originalEvent !== undefined))
  return {
    show: (places) => {
      home.setLngLat(places.destination).addTo(view)
      driver.goTo(LngLat.convert(places.driver))
      driver.marker.addTo(view)
      if (held) return
      const bounds = new LngLatBounds().extend(places.driver).extend(places.destination)
      view.fitBounds(bounds, { padding: 48, maxZoom: 15, animate: fitted && !prefersReducedMotion() })
      fitted = true
    },
    end: () => {
      driver.stop()
      view.remove()
      container.className = ''
    },
  }
}

/** A van from the side, facing right. */
const VAN = `<svg viewBox="0 0 24 24" width="30" height="30" aria-hidden="true"><path fill="currentColor" d="M1 6.5A1.5 1.5 0 0 1 2.5 5H14v4h3.8a2 2 0 0 1 1.7 1l2.6 4.2c.6.9.9 1.3.9 2.3V18h-2.1a2.9 2.9 0 0 1-5.8 0H9.4a2.9 2.9 0 0 1-5.8 0H1z"/><circle cx="6.5" cy="18" r="1.9" fill="currentColor"/><circle cx="18" cy="18" r="1.9" fill="currentColor"/></svg>`

/** A pin with a house. Its tip is the address. */
const HOUSE = `<svg viewBox="0 0 36 46" aria-hidden="true"><path fill="currentColor" stroke="#fff" stroke-width="2" d="M18 45C14 39 1 28 1 18a17 17 0 0 1 34 0c0 10-13 21-17 27z"/><path fill="#fff" d="m18 9-9 8h2v8h5v-6h4v6h5v-8h2z"/></svg>`

const GLIDE_MS = 3_000

/** A mark that glides from its previous location and faces the driving direction. */
function movingMark(title: string): { marker: Marker; goTo(to: LngLat): void; stop(): void } {
  const marker = mark('driver', title)
  const element = marker.getElement()
  element.innerHTML = VAN
  let frame = 0
  let at: LngLat | null = null
  const put = (place: LngLat): void => {
    at = place
    marker.setLngLat(place)
  }
  return {
    marker,
    stop: () => cancelAnimationFrame(frame),
    goTo: (to) => {
      cancelAnimationFrame(frame)
      const from = at
      if (from && from.lng !== to.lng) element.classList.toggle('to-the-left', to.lng < from.lng)
      if (!from || prefersReducedMotion()) return put(to)
      const began = performance.now()
      const step = (): void => {
        const part = Math.min((performance.now() - began) / GLIDE_MS, 1)
        put(new LngLat(from.lng + (to.lng - from.lng) * part, from.lat + (to.lat - from.lat) * part))
        if (part < 1) frame = requestAnimationFrame(step)
      }
      step()
    },
  }
}

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

function mark(name: string, title: string, anchor: 'center' | 'bottom' = 'center'): Marker {
  const element = document.createElement('div')
  element.className = `${name}-mark`
  element.title = title
  return new Marker({ element, anchor })
}
