// Imports the orders of files that users of the office uploaded.
import { importDue } from '../app/orders/imports/import-due.ts'
import type { Job } from './runner.ts'

export const importOrdersJob: Job = { name: 'import-orders', everyMs: 2_000, run: importDue }
