import type { zones as English } from '../en/zones.ts'

export const zones: typeof English = {}
