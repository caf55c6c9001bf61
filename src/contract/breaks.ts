// Schemas of driver breaks in requests and responses.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { minuteOf } from '../domain/time-of-day.ts'
import { MAX_BREAKS } from '../domain/planning/rules.ts'
import { boolean, spanEndsBeforeStart, number, optional, TimeOfDay, TimeOut } from './fields.ts'

const BreakInput = z.strictObject(
  {
    window_start: TimeOfDay,
    window_end: TimeOfDay,
    minutes: number(1, 1_440),
    paid: optional(boolean()).meta({
      description:
        'Whether the break is paid. An unpaid break costs nothing and doesn’t count as overtime. Default: true.',
    }),
  },
  { error: faultText('must be an object') },
)

export const Breaks = z
  .array(BreakInput, { error: faultText('must be a list of breaks') })
  .max(MAX_BREAKS, faultText('must have at most {most} breaks', { most: MAX_BREAKS }))

export const BreakOut = z.object({
  window_start: TimeOut,
  window_end: TimeOut,
  minutes: z.number(),
  paid: z.boolean(),
})

/** Reports breaks that don't fit their own window, and breaks whose window is used up by earlier breaks. */
export function breakFaults(
  breaks: z.output<typeof Breaks> | null,
  fault: (path: (string | number)[], message: string) => void,
): void {
  for (const [b, rest] of (breaks ?? []).entries()) {
    if (spanEndsBeforeStart(rest.window_start, rest.window_end))
      fault(['breaks', b, 'window_end'], faultText('must be later than window_start'))
    else if (minuteOf(rest.window_end) - minuteOf(rest.window_start) < rest.minutes)
      fault(['breaks', b, 'minutes'], faultText('must fit between window_start and window_end'))
  }
  let over = 0
  const inOrder = [...(breaks ?? []).entries()].sort(
    ([, a], [, b]) => a.window_start.localeCompare(b.window_start) || a.window_end.localeCompare(b.window_end),
  )
  for (const [b, rest] of inOrder) {
    const taken = Math.max(over, minuteOf(rest.window_start)) + rest.minutes
    if (over > minuteOf(rest.window_start) && taken > minuteOf(rest.window_end))
      fault(['breaks', b, 'window_end'], faultText('leaves too little time after the earlier breaks'))
    over = taken
  }
}
