import type { audit as English } from '../en/audit.ts'

export const audit: typeof English = {}
