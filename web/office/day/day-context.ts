// State and functions that the day's actions share.
import type { DayOut } from '../../../src/contract/day.ts'
import type { DayRoute } from '../../../src/contract/day.ts'
import type { OpenedDialog } from './day-dialogs.tsx'
import type { ShowMessage } from './day-message.tsx'
import type { DayView } from './day-view.ts'
import type { Step } from './history.ts'
import type { useShowStatus } from './use-day.ts'

export interface DayContext {
  day: DayOut
  say: ShowMessage
  /** Returns the day as last read. */
  latest: () => DayOut
  view: DayView
  /** The time zone of the business. */
  zone: string
  /** Opens a dialog. */
  ask: (asking: OpenedDialog) => void
  /** Shows "Saving", then the result of the request. */
  act: <T>(work: Promise<T>, done: (answer: T) => string) => Promise<void>
  showStatus: ReturnType<typeof useShowStatus>
  /** Loads the day again. */
  refresh: () => Promise<void>
  /** Returns the route as last read. */
  now: (route: DayRoute) => DayRoute
  make: (step: Step) => void
}
