// Forecasts arrivals again when the clock alone changes them, and tells customers whose range is broken.
import { expectDue } from '../app/routes/expect-due.ts'
import type { Job } from './runner.ts'

export const expectArrivalsJob: Job = { name: 'expect-arrivals', everyMs: 5_000, run: expectDue }
