// Settles outcomes whose undo window has ended.
import { settleDue } from '../app/routes/settle-due.ts'
import type { Job } from './runner.ts'

export const settleOutcomesJob: Job = { name: 'settle-outcomes', everyMs: 250, run: settleDue }
