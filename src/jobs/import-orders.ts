// Orders from files that someone in the office imports.
import { importDue } from '../app/orders/imports/import-due.ts'
import type { Job } from './runner.ts'

export const importOrdersJob: Job = { name: 'import-orders', everyMs: 2_000, run: importDue }
