// Tells open screens that something of their business changed. One look a second serves every screen of a business.
import { latestChange } from '../../store/latest-change.ts'
import type { App } from '../context.ts'

const LOOK_EVERY_MS = 1_000

export interface Changes {
  /** Calls back after each change, until the function returned is called. */
  watch(businessId: string, onChange: () => void): () => void
  close(): void
}

interface Watched {
  listeners: Set<() => void>
  timer: NodeJS.Timeout
  seen: string | null
}

export function watchChanges(app: App): Changes {
  const businesses = new Map<string, Watched>()
  const look = async (businessId: string, watched: Watched): Promise<void> => {
    try {
      const latest = await app.db.asBusiness(businessId, (tx) => latestChange(tx, businessId))
      if (watched.seen !== null && latest !== watched.seen) for (const listener of watched.listeners) listener()
      watched.seen = latest
    } catch (error) {
      app.log.warn({ err: error }, 'no look at changes; the next one will see them')
    }
    if (businesses.get(businessId) === watched)
      watched.timer = setTimeout(() => void look(businessId, watched), LOOK_EVERY_MS)
  }
  const start = (businessId: string): Watched => {
    const watched: Watched = {
      listeners: new Set(),
      timer: setTimeout(() => void look(businessId, watched), 0),
      seen: null,
    }
    businesses.set(businessId, watched)
    return watched
  }
  const stop = (businessId: string, watched: Watched): void => {
    clearTimeout(watched.timer)
    businesses.delete(businessId)
  }
  return {
    watch: (businessId, onChange) => {
      const watched = businesses.get(businessId) ?? start(businessId)
      watched.listeners.add(onChange)
      return () => {
        watched.listeners.delete(onChange)
        if (watched.listeners.size === 0) stop(businessId, watched)
      }
    },
    close: () => {
      for (const [businessId, watched] of businesses) stop(businessId, watched)
    },
  }
}
