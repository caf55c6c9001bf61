import type { day as English } from '../en/day.ts'

export const day: typeof English = {}
