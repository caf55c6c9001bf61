import type { messages as English } from '../en/messages.ts'

export const messages: typeof English = {}
