// What the tracking page asks again while it is open, and the form that changes what the customer wants.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { MAX_STARS } from '../domain/orders/rating.ts'
import { integer, text } from './fields.ts'
import { endpoint } from './endpoint.ts'

/** How the delivery stands now. */
export const TrackingNow = z.object({
  /** A page of another step is another page: it is reloaded. */
  step: z.string(),
  /** What stands at the top of the page, as HTML. */
  html: z.string(),
  /** For the map; null unless the driver is on the way here and seen. */
  map: z
    .object({
      driver: z.object({ lat: z.number(), lng: z.number() }),
      destination: z.object({ lat: z.number(), lng: z.number() }),
    })
    .nullable(),
  /** Seconds until it is worth asking again; null when nothing will change. */
  again_seconds: z.number().nullable(),
})
export type TrackingNow = z.output<typeof TrackingNow>

/** What the map says in the page's language: `data-words` of its element. */
export type MapWordsNow = Record<
  'title' | 'driver' | 'address' | 'sources' | 'twoFingers' | 'wheel' | 'wheelOnMac' | 'noMap',
  string
>

export const MAX_INSTRUCTIONS = 2_000

const sent = z.array(z.string()).default([])

/** A box that is not checked is not sent: `asked` names those that the page had. */
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

/** A day, with a window where one is offered: 2026-11-24, or 2026-11-24 09:00-12:00. */
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
