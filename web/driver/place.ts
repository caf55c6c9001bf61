// Location of the phone, shared only with the driver's consent. It is sent rarely, and even more rarely while standing, to
// save the battery.
import { positionIntervalSeconds, STANDING_METERS } from '../../src/domain/forecast/stays.ts'
import { straightLineMeters } from '../../src/domain/geo/geo.ts'
import { readStored, writeStored } from '../ui/browser-storage.ts'
import { sendPosition } from './server.ts'

const SHARING_KEY = 'roundsman-share-position'

export interface PhoneLocation {
  lat: number
  lng: number
  accuracyMeters: number
  /** Time in milliseconds, by the phone's clock. */
  at: number
}

let last: PhoneLocation | null = null
const listeners = new Set<() => void>()

export const lastLocation = (): PhoneLocation | null => last

/** Maximum age. An older location may be that of the previous stop. */
const MAX_LOCATION_AGE_MS = 2 * 60_000

/** Accuracy of the location in meters, for taps. Null if the location is too old. */
export const locationAccuracy = (): number | null =>
  last && Date.now() - last.at <= MAX_LOCATION_AGE_MS ? last.accuracyMeters : null

/** Last location of the phone, which each tap includes. Null values if no location is known. */
export const tapCoordinates = (): { lat: number | null; lng: number | null } =>
  last ? { lat: last.lat, lng: last.lng } : { lat: null, lng: null }

export function onLocationChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the driver agreed to share the location. Null until the driver has been asked. */
export function sharesPosition(): boolean | null {
  const answer = readStored('browser', SHARING_KEY)
  return answer === null ? null : answer === 'yes'
}

export const storeSharingChoice = (agreed: boolean): void => writeStored('browser', SHARING_KEY, agreed ? 'yes' : 'no')

/**
 * Watches the location while the route runs. Returns a function that stops it. Calls `onBlocked` if the browser denies
 * access.
 */
export function watchLocation(token: string, onBlocked: () => void): () => void {
  let sent: { at: number; place: PhoneLocation; stands: boolean } | null = null
  const seen = (place: PhoneLocation | null): void => {
    last = place
    for (const listener of listeners) listener()
    if (!place) return
    const quiet = sent === null ? Infinity : Date.now() - sent.at
    const stands = sent !== null && straightLineMeters(sent.place, place) < STANDING_METERS
    if (quiet < 1000 * positionIntervalSeconds(stands, sent?.stands ?? false)) return
    sent = { at: Date.now(), place, stands }
    void sendPosition(token, { lat: place.lat, lng: place.lng, accuracy_meters: place.accuracyMeters })
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
