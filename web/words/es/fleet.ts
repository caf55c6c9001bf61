import type { fleet as English } from '../en/fleet.ts'

export const fleet: typeof English = {}
