// Limits concurrent memory- or CPU-intensive work per process, business and sender. A request above a limit gets 503
// with Retry-After before its body is read.
import { type PlainSentence } from '../texts/text.ts'
import { type WorkLimit as Limits, WORK_LIMITS } from '../contract/limits.ts'
import { type AnyErrorCode, AppError } from './errors.ts'

export interface WorkOwner {
  businessId: string
  sender: string
}

export interface WorkLimiter {
  /**
   * Runs the work as soon as fewer than `atOnce` tasks run. Throws 503 if the process, the business or the sender is at
   * its limit.
   */
  hold<T>(holder: WorkOwner, work: () => Promise<T>): Promise<T>
}

const RETRY_AFTER_SECONDS = 3

interface Held extends WorkOwner {
  /** Starts the waiting work. Null while the work runs. */
  begin: (() => void) | null
}

/** Error for a request above the limit. */
export interface LimitExceeded {
  code: AnyErrorCode
  message: PlainSentence
}

/**
 * Creates a limiter. At most `atOnce` tasks run at the same time. `all`, `business` and `sender` limit the number of
 * running and waiting tasks: in this process, per business and per sender.
 */
export function createWorkLimiter({ atOnce, all, business, sender }: Limits, busy: LimitExceeded): WorkLimiter {
  const held = new Set<Held>()
  const counted = (those: (each: Held) => boolean): number => [...held].filter(those).length
  const atWork = (each: Held): boolean => each.begin === null
  const isFull = (by: WorkOwner): boolean =>
    held.size >= all ||
    counted((each) => each.businessId === by.businessId) >= business ||
    counted((each) => each.sender === by.sender) >= sender
  /** Starts the first waiting work of the business that has the least running. */
  const beginNext = (): void => {
    if (counted(atWork) >= atOnce) return
    const working = (of: Held) => counted((each) => atWork(each) && each.businessId === of.businessId)
    const [next] = [...held].filter((each) => !atWork(each)).sort((a, b) => working(a) - working(b))
    next?.begin?.()
  }
  return {
    hold: async (holder, work) => {
      if (isFull(holder))
        throw new AppError('unavailable', busy.code, busy.message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
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

const BUSY = {
  uploads: {
    code: 'UPLOADS_BUSY',
    message: 'Too many files are being received right now; send this one again shortly.',
  },
  sheets: { code: 'SHEETS_BUSY', message: 'Too many files are being read right now; try again shortly.' },
  documents: { code: 'DOCUMENTS_BUSY', message: 'Too many documents are being drawn; try again shortly.' },
  areas: { code: 'AREAS_BUSY', message: 'Too many areas are being read; try again shortly.' },
  passwords: { code: 'SIGN_INS_BUSY', message: 'Too many people are signing in right now. Try again.' },
  suggestions: { code: 'SUGGESTIONS_BUSY', message: 'Too many addresses are being looked up; try again shortly.' },
  streams: { code: 'STREAMS_BUSY', message: 'Too many pages are open; close some.' },
} as const satisfies Record<keyof typeof WORK_LIMITS, LimitExceeded>

/** Creates the limits of one process. */
export const createWorkLimiters = (): Record<keyof typeof WORK_LIMITS, WorkLimiter> => ({
  uploads: createWorkLimiter(WORK_LIMITS.uploads, BUSY.uploads),
  sheets: createWorkLimiter(WORK_LIMITS.sheets, BUSY.sheets),
  documents: createWorkLimiter(WORK_LIMITS.documents, BUSY.documents),
  areas: createWorkLimiter(WORK_LIMITS.areas, BUSY.areas),
  passwords: createWorkLimiter(WORK_LIMITS.passwords, BUSY.passwords),
  suggestions: createWorkLimiter(WORK_LIMITS.suggestions, BUSY.suggestions),
  streams: createWorkLimiter(WORK_LIMITS.streams, BUSY.streams),
})
