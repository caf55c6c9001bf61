// Repeats the forecast of arrivals that change as time passes, and notifies customers whose range no longer holds.
import { expectDue } from '../app/routes/expect-due.ts'
import type { Job } from './runner.ts'

export const expectArrivalsJob: Job = { name: 'expect-arrivals', everyMs: 5_000, run: expectDue }
