import type { stop as English } from '../en/stop.ts'

export const stop: typeof English = {}
