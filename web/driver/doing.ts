// A driver's action on the phone: a tap or a picture, with the data for sending it.
import type { TapInput } from '../../src/contract/driver.ts'
import type { PhotographedItem } from '../../src/domain/routes/proof.ts'

export interface ProofToSend {
  stop_uuid: string
  kind: 'PHOTO' | 'SIGNATURE'
  picture: Blob
  signed_by: string | null
  /** Photos only: the photographed item. Absent for a photo of the delivery. */
  item?: PhotographedItem
  at: string
  /** Difference between the clocks of server and phone, in milliseconds. Absent if an older page stored the action. */
  clock_skew_ms?: number
  lat: number | null
  lng: number | null
}

export type PendingAction = { tap: TapInput; proof?: undefined } | { proof: ProofToSend; tap?: undefined }

/** An action in the outbox, sent in order. `key` makes retries idempotent. */
export type QueuedAction = PendingAction & {
  /** Number of the action in the phone's storage. Absent if only the page's memory holds the action. */
  number?: number
  /** Token of the link that sends the action. */
  token: string
  /**
   * Route of the action. An older page stored none. Then it is the route of the link, or null if the phone doesn't know that
   * route.
   */
  route: string | null
  /** Address of the stop, for when its route is no longer on the phone. */
  line1: string | null
  key: string
  /** Code of the server's refusal (an older page stored a text). The action stays until the driver has seen it. */
  refused: string | null
  /** End of the time in which the driver can undo the action, by the phone's clock. It ends earlier if the page is left. */
  heldUntil?: number
}
