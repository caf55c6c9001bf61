// The operators' commands: one entry each (contract: Operating it).
import type { App } from '../app/context.ts'
import type { Config } from '../config.ts'
import type { Connected } from './connect.ts'

export interface Command {
  options: Record<string, { type: 'string' | 'boolean' }>
  positionals?: boolean
  run(
    at: { app: App; database: Connected; config: Config },
    options: Record<string, string | boolean | undefined>,
    positionals: readonly string[],
  ): Promise<unknown>
}

export const commands: Record<string, Command> = {
  migrate: { options: {}, run: async () => ({ migrated: true }) },
}
