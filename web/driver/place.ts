// Where the phone is, only after the driver has agreed; sent seldom, and hardly at all while standing, to spare the
// battery.
import { straightLineMeters } from '../../src/domain/geo/geo.ts'
import { recall, remember } from './remembered.ts'
import { sendPosition } from './server.ts'

const AGREED = 'roundsman-share-position'
const SEND_EVERY_MS = 60_000
const SEND_STANDING_EVERY_MS = 5 * 60_000
const STANDING_METERS = 80

export interface Place {
  lat: number
  lng: number
  accuracyMeters: number
  /** By the phone's clock. */
  at: number
}

let last: Place | null = null
const listeners = new Set<() => void>()

export const lastPlace = (): Place | null => last

/** Older than this it may be of the place before. */
const FRESH_MS = 2 * 60_000

/** How well the place is known, as taps carry it; null where it is not of now. */
export const accuracy = (): number | null => (last && Date.now() - last.at <= FRESH_MS ? last.accuracyMeters : null)

/** As taps carry it. */
export const coordinates = (): { lat: number | null; lng: number | null } =>
  last ? { lat: last.lat, lng: last.lng } : { lat: null, lng: null }

export function onPlace(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Null while the driver was not asked. */
export function sharesPosition(): boolean | null {
  const answer = recall('phone', AGREED)
  return answer === null ? null : answer === 'yes'
}

export const agreeToShare = (agreed: boolean): void => remember('phone', AGREED, agreed ? 'yes' : 'no')

/** Watches while the route runs; ends by the function it returns. `onBlocked`: the browser does not allow it. */
export function watchPlace(token: string, onBlocked: () => void): () => void {
  let sent: { at: number; place: Place } | null = null
  const seen = (place: Place | null): void => {
    last = place
    for (const listener of listeners) listener()
    if (!place) return
    const quiet = sent === null ? Infinity : Date.now() - sent.at
    const stands = sent !== null && straightLineMeters(sent.place, place) < STANDING_METERS
    if (quiet < (stands ? SEND_STANDING_EVERY_MS : SEND_EVERY_MS)) return
    sent = { at: Date.now(), place }
    void sendPosition(token, { lat: place.lat, lng: place.lng })
  }
  const watch = navigator.geolocation.watchPosition(
    ({ coords, timestamp: at }) =>
      seen({ lat: coords.latitude, lng: coords.longitude, accuracyMeters: coords.accuracy, at }),
    (error) => {
      seen(null)
      if (error.code === error.PERMISSION_DENIED) onBlocked()
    },
    { enableHighAccuracy: false, maximumAge: 30_000 },
  )
  return () => {
    navigator.geolocation.clearWatch(watch)
    seen(null)
  }
}
