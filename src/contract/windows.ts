// Time windows in requests: the first window as two fields, and a list of further windows.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { spanEndsBeforeStart, TimeOfDay, TimeOut } from './fields.ts'

const object = { error: faultText('must be an object') }

export const MoreWindows = z
  .array(z.strictObject({ window_start: TimeOfDay, window_end: TimeOfDay }, object), {
    error: faultText('must be a list of time windows'),
  })
  .max(9, faultText('must have at most 9 windows'))

export const MoreWindowsOut = z.array(z.object({ window_start: TimeOut, window_end: TimeOut }))

interface Windows {
  window_start: string | null
  window_end: string | null
  more_windows: z.output<typeof MoreWindows> | null
}

/** Reports invalid or overlapping windows. */
export function windowFaults(
  { window_start, window_end, more_windows }: Windows,
  fault: (path: (string | number)[], message: string) => void,
): void {
  if (window_start && window_end && spanEndsBeforeStart(window_start, window_end))
    fault(['window_end'], faultText('must be later than window_start'))
  if (more_windows?.length && !window_end) fault(['window_end'], faultText('is required with more_windows'))
  let before = window_end
  for (const [i, window] of (more_windows ?? []).entries()) {
    if (spanEndsBeforeStart(window.window_start, window.window_end))
      fault(['more_windows', i, 'window_end'], faultText('must be later than window_start'))
    if (before && spanEndsBeforeStart(before, window.window_start))
      fault(['more_windows', i, 'window_start'], faultText('must be after the end of the previous window'))
    before = window.window_end
  }
}
