// Notifies open screens of changes to their business, until their session ends. One query per second serves all screens
// of a business.
import { type LatestChange, latestChange } from '../../../store/orders/latest-change.ts'
import { type SignedIn, type UserRights, rightsOfSessions } from '../../../store/users/sessions.ts'
import type { Tx } from '../../../store/database.ts'
import type { App } from '../../context.ts'

const LOOK_EVERY_MS = 1_000

export interface Screen {
  session: Pick<SignedIn, 'businessId' | 'homeId' | 'sessionId' | keyof UserRights>
  onChange(): void
  /**
   * Called when the session has ended, or its role or depots have changed. After this call, no further changes are
   * reported.
   */
  onEnd(): void
}

export interface Changes {
  /** Reports each change to the screen until the returned function is called. */
  watch(screen: Screen): () => void
  close(): void
}

interface WatchedBusiness {
  screens: Set<Screen>
  timer: NodeJS.Timeout
  seen: LatestChange | null
}

export function watchChanges(app: App): Changes {
  const businesses = new Map<string, WatchedBusiness>()
  const look = async (businessId: string, watched: WatchedBusiness): Promise<void> => {
    const screens = [...watched.screens]
    try {
      const [first] = screens
      const readStandings = (tx: Tx) => rightsOfSessions(tx, screens.map(idOf), app.clock())
      const { latest, ...read } = await app.db.asBusiness(businessId, async (tx) => ({
        latest: await latestChange(tx),
        standings: first?.session.homeId === businessId ? await readStandings(tx) : null,
      }))
      // Sessions are stored with the live side, so screens of the test side need a second query.
      const standings = read.standings ?? (await app.db.asBusiness(first?.session.homeId ?? businessId, readStandings))
      const { seen } = watched
      const changed = seen !== null && (latest.text !== seen.text || (latest.settled && !seen.settled))
      for (const screen of screens)
        if (!hasSameRights(standings.get(idOf(screen)), screen.session)) screen.onEnd()
        else if (changed) screen.onChange()
      watched.seen = latest
    } catch (error) {
      app.log.warn({ err: error }, 'changes could not be checked; the next check includes them')
    }
    if (businesses.get(businessId) === watched)
      watched.timer = setTimeout(() => void look(businessId, watched), LOOK_EVERY_MS)
  }
  const start = (businessId: string): WatchedBusiness => {
    const watched: WatchedBusiness = {
      screens: new Set(),
      timer: setTimeout(() => void look(businessId, watched), 0),
      seen: null,
    }
    businesses.set(businessId, watched)
    return watched
  }
  const stop = (businessId: string, watched: WatchedBusiness): void => {
    clearTimeout(watched.timer)
    businesses.delete(businessId)
  }
  return {
    watch: (screen) => {
      const { businessId } = screen.session
      const watched = businesses.get(businessId) ?? start(businessId)
      watched.screens.add(screen)
      return () => {
        watched.screens.delete(screen)
        if (watched.screens.size === 0) stop(businessId, watched)
      }
    },
    close: () => {
      for (const [businessId, watched] of businesses) stop(businessId, watched)
    },
  }
}

const hasSameRights = (now: UserRights | undefined, { role, depots }: UserRights): boolean =>
  now?.role === role && String(now.depots) === String(depots)

const idOf = ({ session }: Screen): string => session.sessionId
