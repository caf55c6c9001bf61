// Where the phone is, only after the driver has agreed; sent seldom, to spare the battery.
import { sendPosition } from './server.ts'

const AGREED = 'roundsman-share-position'
const SEND_EVERY_MS = 60_000

let last: { lat: number; lng: number } | null = null

export const lastPlace = (): { lat: number | null; lng: number | null } => last ?? { lat: null, lng: null }

export const sharesPosition = (): boolean => localStorage.getItem(AGREED) === 'yes'

export const agreeToShare = (agreed: boolean): void => localStorage.setItem(AGREED, agreed ? 'yes' : 'no')

/** Watches while the route runs; ends by the function it returns. */
export function watchPlace(token: string): () => void {
  let sentAt = 0
  const watch = navigator.geolocation.watchPosition(
    ({ coords }) => {
      last = { lat: coords.latitude, lng: coords.longitude }
      if (Date.now() - sentAt < SEND_EVERY_MS) return
      sentAt = Date.now()
      void sendPosition(token, last)
    },
    () => {
      last = null
    },
    { enableHighAccuracy: false, maximumAge: 30_000 },
  )
  return () => navigator.geolocation.clearWatch(watch)
}
