import type { replan as English } from '../en/replan.ts'

export const replan: typeof English = {}
