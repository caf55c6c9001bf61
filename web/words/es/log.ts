import type { log as English } from '../en/log.ts'

export const log: typeof English = {}
