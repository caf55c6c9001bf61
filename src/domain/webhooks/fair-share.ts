// Shares the slots for concurrent posts among the endpoints with pending deliveries. A hanging endpoint, or many of
// them, must not delay the other endpoints.

/** Maximum number of concurrent posts per process. */
export const MAX_CONCURRENT_POSTS = 256
/** Maximum number of concurrent posts to one endpoint, and to one failing endpoint. */
export const MAX_POSTS_PER_ENDPOINT = 32
export const MAX_POSTS_PER_FAILING_ENDPOINT = 16
/** Maximum number of concurrent posts to all failing endpoints, so that the other endpoints always find a free slot. */
export const MAX_POSTS_TO_FAILING = 128

export interface EndpointLoad {
  /** Whether the endpoint's last attempt failed. */
  failing: boolean
  /** Number of the endpoint's posts under way. */
  underWay: number
}

/**
 * Returns the number of additional posts that each endpoint may start, in the order of `endpoints`. Allocates free
 * slots round robin within the limits above.
 */
export function allocatePosts(endpoints: readonly EndpointLoad[]): number[] {
  const shares = endpoints.map(() => 0)
  let free = MAX_CONCURRENT_POSTS - sum(endpoints)
  let freeForFailing = MAX_POSTS_TO_FAILING - sum(endpoints.filter(({ failing }) => failing))
  for (let given = true; given; ) {
    given = false
    endpoints.forEach(({ failing, underWay }, i) => {
      const share = shares[i] ?? 0
      const cap = failing ? MAX_POSTS_PER_FAILING_ENDPOINT : MAX_POSTS_PER_ENDPOINT
      if (free <= 0 || underWay + share >= cap || (failing && freeForFailing <= 0)) return
      shares[i] = share + 1
      free--
      if (failing) freeForFailing--
      given = true
    })
  }
  return shares
}

const sum = (endpoints: readonly EndpointLoad[]): number =>
  endpoints.reduce((total, { underWay }) => total + underWay, 0)
