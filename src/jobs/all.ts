// Every job: one line each.
import type { Job } from './runner.ts'
import { settleOutcomesJob } from './settle-outcomes.ts'
import { tickJob } from './tick.ts'

export const allJobs: readonly Job[] = [settleOutcomesJob, tickJob]
