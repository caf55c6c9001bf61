import type { imports as English } from '../en/imports.ts'

export const imports: typeof English = {}
