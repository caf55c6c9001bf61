// Finds the installation where a request belongs (docs/decisions/048-installations-ask-each-other.md). Each process
// has a directory in memory: the businesses of each installation, and the business of each recent token. Nothing is
// stored, and a restart starts with an empty directory.
import type { FoundBy, Subject } from '../../../domain/installations.ts'
import type { BusinessList, Peers } from '../../ports/peers.ts'
import { openBusinessLists } from './business-lists.ts'
import type { DirectoryOptions } from './directory-options.ts'
import { openTokenOwners, UNAVAILABLE } from './token-owners.ts'

/** Interval between two reads of all lists. */
const REFRESH_MS = 5_000

/**
 * Result of a search for the installation of a request.
 * - `found`: the installation of a business.
 * - `any`: the request is without a token.
 * - `unknown`: all installations responded, and the token is new to all.
 * - `unavailable`: an installation that may know the token did not respond.
 */
export type DirectoryAnswer = 'found' | 'any' | 'unknown' | 'unavailable'

export interface DirectoryFigures {
  answers: Readonly<Record<DirectoryAnswer, number>>
  /** Age of the list of each installation. Empty until `start` is called. */
  lists: readonly { installation: string; seconds: number }[]
}

export interface Directory {
  /** Name of this installation. */
  name: string
  /** The other installations. */
  peers: Peers
  /**
   * Returns the installation where the request belongs. Null if that can't be found out now. A request without a token,
   * or with a token that nobody knows, belongs to the installation after which its `host` is named, or to any.
   */
  locate(subject: Subject, host?: string): Promise<string | null>
  /**
   * Like `locate`, but for a business that has left its installation. Reads the lists again first. A read that began
   * before the call may be older than the move.
   */
  locateMoved(subject: Subject): Promise<string | null>
  /** Returns the number of answers of `locate` since the start of the process, and the age of the lists. */
  figures(): DirectoryFigures
  /** Returns the businesses that this installation serves. */
  ownList(): Promise<BusinessList>
  /** Returns the digest of the business that the token belongs to. Null if this installation doesn't know the token. */
  ownerHere(foundBy: FoundBy): Promise<string | null>
  /** Reads the lists regularly until `stop` is called. */
  start(): void
  stop(): void
}

export function openDirectory(options: DirectoryOptions): Directory {
  const { name } = options
  const lists = openBusinessLists(options)
  const owners = openTokenOwners(options)
  const answers: Record<DirectoryAnswer, number> = { found: 0, any: 0, unknown: 0, unavailable: 0 }
  let timer: NodeJS.Timeout | null = null

  const installationOfHost = (host: string): string => {
    const [label = ''] = host.toLowerCase().split('.', 1)
    return options.peers.names.includes(label) ? label : name
  }
  const place = async ({ foundBy, hint }: Subject, host = ''): Promise<[DirectoryAnswer, string | null]> => {
    const hinted = hint === null ? null : lists.servedBy(hint)
    if (!foundBy) {
      if (hinted !== null) return ['found', hinted]
      if (hint === null) return ['any', installationOfHost(host)]
      return lists.areComplete() ? ['unknown', installationOfHost(host)] : ['unavailable', null]
    }
    const owner = await owners.find(foundBy, hinted)
    if (owner === UNAVAILABLE) return [hinted === null ? 'unavailable' : 'found', hinted]
    if (owner === null) return ['unknown', hinted ?? installationOfHost(host)]
    const served = lists.servedBy(owner.digest)
    if (served !== null) return ['found', served]
    // The business is new, or it moves.
    await lists.refreshSoon()
    return ['found', lists.servedBy(owner.digest) ?? owner.at]
  }
  return {
    name,
    peers: options.peers,
    locate: async (subject, host) => {
      const [answer, installation] = await place(subject, host)
      answers[answer]++
      return installation
    },
    locateMoved: async (subject) => {
      await lists.refresh()
      return (await place(subject))[1]
    },
    figures: () => ({ answers, lists: timer === null ? [] : lists.ages() }),
    ownList: () => lists.own(),
    ownerHere: (foundBy) => owners.here(foundBy),
    start: () => {
      void lists.refresh()
      timer ??= setInterval(() => void lists.refresh(), REFRESH_MS).unref()
    },
    stop: () => {
      if (timer) clearInterval(timer)
      timer = null
    },
  }
}
