// Writes the heartbeat that the health check reports.
import { tick } from '../store/jobs/job-ticks.ts'
import type { Job } from './runner.ts'

export const tickJob: Job = {
  name: 'tick',
  everyMs: 5_000,
  run: async (app) => {
    await app.db.asSystem((tx) => tick(tx, 'tick', app.clock()))
    return false
  },
}
