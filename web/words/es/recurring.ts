import type { recurring as English } from '../en/recurring.ts'

export const recurring: typeof English = {}
