import type { replies as English } from '../en/replies.ts'

export const replies: typeof English = {}
