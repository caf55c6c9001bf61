import type { reports as English } from '../en/reports.ts'

export const reports: typeof English = {}
