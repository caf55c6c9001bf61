// What the tracking page asks again while it is open.
import { z } from 'zod'

/** How the delivery stands now. */
export const TrackingNow = z.object({
  /** A page of another step is another page: it is loaded anew. */
  step: z.string(),
  /** What stands at the top of the page, as HTML. */
  html: z.string(),
  /** For the map; null unless the driver is on the way here and seen. */
  map: z
    .object({
      driver: z.object({ lat: z.number(), lng: z.number() }),
      destination: z.object({ lat: z.number(), lng: z.number() }),
    })
    .nullable(),
  /** Seconds until it is worth asking again; null when nothing will change. */
  again_seconds: z.number().nullable(),
})
export type TrackingNow = z.output<typeof TrackingNow>
