import type { integrations as English } from '../en/integrations.ts'

export const integrations: typeof English = {}
