// What a driver does on the phone: taps and pictures, with what their sending needs.
import type { TapInput } from '../../src/contract/driver.ts'
import type { PhotographedItem } from '../../src/domain/routes/proof.ts'

export interface ProofToSend {
  stop_uuid: string
  kind: 'PHOTO' | 'SIGNATURE'
  picture: Blob
  signed_by: string | null
  /** Of a photo: which it is of, if not the delivery. */
  item?: PhotographedItem
  at: string
  /** Absent in what an older page kept. */
  clock_skew_ms?: number
  lat: number | null
  lng: number | null
}

export type Doing = { tap: TapInput; proof?: undefined } | { proof: ProofToSend; tap?: undefined }

/** Sent in order, under `key`, however often it takes. */
export type Waiting = Doing & {
  /** Given by the phone's storage; what is only in the page's memory has none. */
  number?: number
  /** Of the link by which it is sent. */
  token: string
  /** Its route. An older page stored none: then the route of the link, and null if the phone does not know that. */
  route: string | null
  /** Where the stop is, for when its route is no longer on the phone. */
  line1: string | null
  key: string
  /** The code of why the server would not have it (an older page kept a text); it waits for the driver to see that. */
  refused: string | null
  /** It can be taken back until then, by the phone's clock, unless the page is left. */
  heldUntil?: number
}
