// Finds the business of a token, by asking the installations for tokens that are not in memory.
import { performance } from 'node:perf_hooks'
import type { FoundBy } from '../../../domain/installations.ts'
import { businessOf } from '../../../store/moves/directory.ts'
import type { DirectoryOptions } from './directory-options.ts'
import { Recent } from './recent.ts'

/** Minimum time between two searches for a token that no installation knows. */
const UNKNOWN_MS = 2_000
/** Maximum tokens in memory: 200 to 300 bytes each. */
const MAX_TOKENS = 50_000
const MAX_UNKNOWN_TOKENS = 10_000
/** Maximum concurrent searches per process. */
export const MAX_SEARCHES = 256

/** Business of a token, and the installation that knew the token. */
export interface Owner {
  digest: string
  at: string
}

/** The search has no result, because an installation that may know the token did not respond. */
export const UNAVAILABLE = Symbol('unavailable')
export type Found = Owner | null | typeof UNAVAILABLE

export interface TokenOwners {
  /** Asks the installation of the hint first. `hinted` is null if there is no hint. */
  find(foundBy: FoundBy, hinted: string | null): Promise<Found>
  /** Returns the digest of the business that the token belongs to. Null if this installation doesn't know the token. */
  here(foundBy: FoundBy): Promise<string | null>
}

export function openTokenOwners({ name, db, secrets, peers }: DirectoryOptions): TokenOwners {
  const everywhere = [name, ...peers.names]
  const owners = new Recent<Owner>(MAX_TOKENS)
  const unknownUntil = new Recent<number>(MAX_UNKNOWN_TOKENS)
  const searches = new Map<string, Promise<Found>>()

  const here = async (foundBy: FoundBy): Promise<string | null> => {
    const businessId = await businessOf(db, foundBy)
    return businessId === null ? null : secrets.businessDigest(businessId)
  }
  const ask = async (installation: string, foundBy: FoundBy): Promise<Found> => {
    try {
      const digest = await (installation === name ? here(foundBy) : peers.ownerOf(installation, foundBy))
      return digest === null ? null : { digest, at: installation }
    } catch {
      return UNAVAILABLE
    }
  }
  const search = async (foundBy: FoundBy, hinted: string | null): Promise<Found> => {
    const asking = (one: string): Promise<Found> => ask(one, foundBy)
    if (hinted === null) return firstOwner(everywhere.map(asking))
    const there = await asking(hinted)
    if (there !== null) return there
    const elsewhere = await firstOwner(everywhere.filter((one) => one !== hinted).map(asking))
    // The hint is almost always right, so the silence of other installations has no consequence.
    return elsewhere === UNAVAILABLE ? null : elsewhere
  }
  return {
    here,
    find: async (foundBy, hinted) => {
      const key = `${foundBy.kind} ${foundBy.value}`
      const known = owners.get(key)
      if (known) return known
      if ((unknownUntil.get(key) ?? -Infinity) > performance.now()) return null
      const running = searches.get(key)
      if (running) return running
      if (searches.size >= MAX_SEARCHES) return UNAVAILABLE
      const found = search(foundBy, hinted).then((result) => {
        searches.delete(key)
        if (result === null) unknownUntil.set(key, performance.now() + UNKNOWN_MS)
        else if (result !== UNAVAILABLE) owners.set(key, result)
        return result
      })
      searches.set(key, found)
      return found
    },
  }
}

/** Returns the first owner without waiting for the other answers. */
const firstOwner = (answers: readonly Promise<Found>[]): Promise<Found> =>
  new Promise((resolve) => {
    let left = answers.length
    let result: Found = null
    for (const answer of answers)
      void answer.then((found) => {
        if (found === UNAVAILABLE) result = UNAVAILABLE
        else if (found) resolve(found)
        if (--left === 0) resolve(result)
      })
    if (left === 0) resolve(null)
  })
