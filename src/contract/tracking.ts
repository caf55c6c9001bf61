// What the tracking page asks again while it is open.

/** How the delivery stands now. */
export interface TrackingNow {
  /** A page of another step is another page: it is loaded anew. */
  step: string
  /** What stands at the top of the page, as HTML. */
  html: string
  /** For the map; null unless the driver is on the way here and seen. */
  map: { driver: { lat: number; lng: number }; destination: { lat: number; lng: number } } | null
  /** Seconds until it is worth asking again; null when nothing will change. */
  again_seconds: number | null
}
