// The other installations behind the same host name.
import type { FoundBy } from '../../domain/installations.ts'

/** Businesses that an installation serves. */
export interface BusinessList {
  /** Changes with the list. */
  etag: string
  digests: readonly string[]
}

/** All functions throw if the installation doesn't respond in time, or responds with an error. */
export interface Peers {
  /** Names of the other installations. */
  names: readonly string[]
  /** Returns the businesses that the installation serves. Null if they are those of `etag`. */
  listBusinesses(name: string, etag: string | null): Promise<BusinessList | null>
  /** Returns the digest of the business that the token belongs to. Null if the installation doesn't know the token. */
  ownerOf(name: string, foundBy: FoundBy): Promise<string | null>
  /**
   * Sends an encrypted request for a person in the office, such as a sign-in, and returns the answer. Both are plain JSON.
   * The installation answers itself and asks no other installation.
   */
  ask(name: string, request: PeerRequest): Promise<unknown>
}

export interface PeerRequest {
  kind: string
  content: unknown
}
