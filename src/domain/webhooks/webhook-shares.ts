// How the places for posts under way are shared among the endpoints with pending deliveries: one endpoint that
// hangs, or many, delay no other.

/** Posts under way in one process. */
export const PLACES = 256
/** Of them for one endpoint, and for one that is failing. */
export const PLACES_PER_ENDPOINT = 32
export const PLACES_PER_FAILING_ENDPOINT = 16
/** Of them for all failing endpoints together, so that the others always find one. */
export const PLACES_FOR_FAILING = 128

export interface Owing {
  /** Whether its last attempt failed. */
  failing: boolean
  /** Its posts under way. */
  underWay: number
}

/** How many more posts each endpoint may begin, handed out one by one in turn. */
export function shareOut(owing: readonly Owing[]): number[] {
  const shares = owing.map(() => 0)
  let free = PLACES - sum(owing)
  let freeForFailing = PLACES_FOR_FAILING - sum(owing.filter(({ failing }) => failing))
  for (let given = true; given; ) {
    given = false
    owing.forEach(({ failing, underWay }, i) => {
      const share = shares[i] ?? 0
      const cap = failing ? PLACES_PER_FAILING_ENDPOINT : PLACES_PER_ENDPOINT
      if (free <= 0 || underWay + share >= cap || (failing && freeForFailing <= 0)) return
      shares[i] = share + 1
      free--
      if (failing) freeForFailing--
      given = true
    })
  }
  return shares
}

const sum = (owing: readonly Owing[]): number => owing.reduce((total, { underWay }) => total + underWay, 0)
