// Requests of the tracking page: polling while it is open, and the customer's forms.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { MAX_STARS } from '../domain/orders/rating.ts'
import { integer, text } from './fields.ts'
import { endpoint } from './endpoint.ts'

/** Current state of the delivery. */
export const TrackingNow = z.object({
  /** Step of the delivery. The page reloads when the step changes, because each step has its own page. */
  step: z.string(),
  /** HTML of the top of the page. */
  html: z.string(),
  /** Time of this state in words. It is apart from `html`, so that screen readers don't repeat the rest. */
  as_of: z.string(),
  /** Locations for the map. Null unless the driver is on the way to this stop and the driver's location is known. */
  map: z
    .object({
      driver: z.object({ lat: z.number(), lng: z.number() }),
      destination: z.object({ lat: z.number(), lng: z.number() }),
    })
    .nullable(),
  /** Seconds until the next poll. Null if nothing will change anymore. */
  again_seconds: z.number().nullable(),
})
export type TrackingNow = z.output<typeof TrackingNow>

/** Texts of the map in the page's language, for `data-words` of its element. */
export type MapWordsNow = Record<
  'title' | 'driver' | 'address' | 'sources' | 'twoFingers' | 'wheel' | 'wheelOnMac' | 'noMap',
  string
>

export const MAX_INSTRUCTIONS = 2_000

const sent = z.array(z.string()).default([])

/** `asked` names the checkboxes of the page, because browsers don't send unchecked boxes. */
const WishesForm = z.object({
  instructions: sent
    .transform(([first = '']) => first.trim())
    .pipe(text(0, MAX_INSTRUCTIONS).refine((value) => !value.includes('\0'), faultText('contains the character 0'))),
  asked: sent,
  texts: sent,
  mails: sent,
})

export const MAX_COMMENT = 1_000

const RatingForm = z.object({
  stars: sent.transform(([first = '']) => Number(first || NaN)).pipe(integer(1, MAX_STARS)),
  comment: sent
    .transform(([first = '']) => first.trim())
    .pipe(text(0, MAX_COMMENT).refine((value) => !value.includes('\0'), faultText('contains the character 0'))),
})

export const readNow = endpoint({
  method: 'GET',
  path: '/t/{token}/now',
  reply: TrackingNow,
  link: {
    limit: 'tracking_reads',
  },
})

export const sendWishes = endpoint({
  method: 'POST',
  path: '/t/{token}',
  form: true,
  body: WishesForm,
  reply: 'PAGE',
  link: {
    limit: 'tracking_changes',
  },
})

/** A day, with a window if one was offered: 2026-11-24, or 2026-11-24 09:00-12:00. */
const DayForm = z.object({
  day: sent
    .transform(([first = '']) => first)
    .pipe(
      z.string().regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}-\d{2}:\d{2})?$/, faultText('must be one of the days offered')),
    )
    .transform((value) => {
      const [day = '', window] = value.split(' ')
      const [start = '', end = ''] = window?.split('-') ?? []
      return { day, window: window === undefined ? null : { start, end } }
    }),
})

export const sendRating = endpoint({
  method: 'POST',
  path: '/t/{token}/rating',
  form: true,
  body: RatingForm,
  reply: 'PAGE',
  link: {
    limit: 'tracking_changes',
  },
})

export const sendDay = endpoint({
  method: 'POST',
  path: '/t/{token}/days',
  form: true,
  body: DayForm,
  reply: 'PAGE',
  link: {
    limit: 'tracking_days',
  },
})
