import type { team as English } from '../en/team.ts'

export const team: typeof English = {}
