import type { build as English } from '../en/build.ts'

export const build: typeof English = {}
