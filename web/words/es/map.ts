import type { map as English } from '../en/map.ts'

export const map: typeof English = {}
