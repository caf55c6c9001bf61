// The driver and the address on a map. Loaded only while the driver is on the way.
import { LngLatBounds, Marker } from 'maplibre-gl'
import type { TrackingNow } from '../../src/contract/tracking.ts'
import { openMap } from '../ui/map/open-map.ts'

export interface LiveMap {
  show(places: NonNullable<TrackingNow['map']>): void
  end(): void
}

export async function liveMap(container: HTMLElement): Promise<LiveMap> {
  container.className = 'open'
  container.setAttribute('role', 'region')
  container.setAttribute('aria-label', 'Map with the driver and your address')
  const view = await openMap(container, { cooperativeGestures: true })
  const driver = mark('driver', 'The driver')
  const home = mark('home', 'Your address')
  let fitted = false
  return {
    show: (places) => {
      driver.setLngLat(places.driver).addTo(view)
      home.setLngLat(places.destination).addTo(view)
      const bounds = new LngLatBounds().extend(places.driver).extend(places.destination)
      view.fitBounds(bounds, { padding: 48, maxZoom: 15, animate: fitted })
      fitted = true
    },
    end: () => {
      view.remove()
      container.className = ''
      container.removeAttribute('role')
      container.removeAttribute('aria-label')
    },
  }
}

function mark(name: string, title: string): Marker {
  const element = document.createElement('div')
  element.className = `${name}-mark`
  element.title = title
  return new Marker({ element })
}
