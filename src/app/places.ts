// Places for work that takes much memory or a processor for long: so many at once, and so many that wait, of all, of one business and of one
// sender. A sender beyond that is told when to try again, before anything of theirs is read.
import { type PlainSentence } from '../texts/text.ts'
import { type Places as Limits, WORK_LIMITS } from '../contract/limits.ts'
import { type AnyErrorCode, AppError } from './errors.ts'

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

/** What those are told who find no place. */
export interface Busy {
  code: AnyErrorCode
  message: PlainSentence
}

export function openPlaces({ atOnce, all, business, sender }: Limits, busy: Busy): Places {
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
  streams: { code: 'STREAMS_BUSY', message: 'Too many pages are open; close some.' },
} as const satisfies Record<keyof typeof WORK_LIMITS, Busy>

/** Those of one process. */
export const openEveryPlace = (): Record<keyof typeof WORK_LIMITS, Places> => ({
  uploads: openPlaces(WORK_LIMITS.uploads, BUSY.uploads),
  sheets: openPlaces(WORK_LIMITS.sheets, BUSY.sheets),
  documents: openPlaces(WORK_LIMITS.documents, BUSY.documents),
  areas: openPlaces(WORK_LIMITS.areas, BUSY.areas),
  passwords: openPlaces(WORK_LIMITS.passwords, BUSY.passwords),
  streams: openPlaces(WORK_LIMITS.streams, BUSY.streams),
})
