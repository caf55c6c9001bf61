// Places for work that takes much memory: so many at once, and so many that wait, of all, of one business and of one
// sender. A sender beyond that is told when to try again, before anything of theirs is read.
import { AppError } from './errors.ts'

export interface Limits {
  atOnce: number
  /** At work or waiting: of all, of one business, and of one link, key or user. */
  all: number
  business: number
  sender: number
}

export interface Holder {
  businessId: string
  sender: string
}

export interface Places {
  /** Does the work when its turn has come; 503 where there is no place. */
  hold<T>(holder: Holder, work: () => Promise<T>): Promise<T>
}

const RETRY_AFTER_SECONDS = 3

interface Held extends Holder {
  /** Null once it is at work. */
  begin: (() => void) | null
}

/** `busy` is what those are told who find no place. */
export function openPlaces({ atOnce, all, business, sender }: Limits, busy: string): Places {
  const held = new Set<Held>()
  const counted = (those: (each: Held) => boolean): number => [...held].filter(those).length
  const atWork = (each: Held): boolean => each.begin === null
  const isFull = (by: Holder): boolean =>
    held.size >= all ||
    counted((each) => each.businessId === by.businessId) >= business ||
    counted((each) => each.sender === by.sender) >= sender
  /** The first of the business that has the least at work. */
  const beginNext = (): void => {
    if (counted(atWork) >= atOnce) return
    const working = (of: Held) => counted((each) => atWork(each) && each.businessId === of.businessId)
    const [next] = [...held].filter((each) => !atWork(each)).sort((a, b) => working(a) - working(b))
    next?.begin?.()
  }
  return {
    hold: async (holder, work) => {
      if (isFull(holder))
        throw new AppError('unavailable', 'UPLOADS_BUSY', busy, { retryAfterSeconds: RETRY_AFTER_SECONDS })
      const place: Held = { ...holder, begin: null }
      const turn = new Promise<void>((resolve) => {
        place.begin = () => {
          place.begin = null
          resolve()
        }
      })
      held.add(place)
      beginNext()
      await turn
      try {
        return await work()
      } finally {
        held.delete(place)
        beginNext()
      }
    },
  }
}
