// Seals receipts of outcomes that have no position in their business's chain yet.
import { sealDue } from '../app/customers/receipts/seal-due.ts'
import type { Job } from './runner.ts'

export const sealReceiptsJob: Job = { name: 'seal-receipts', everyMs: 1_000, run: sealDue }
