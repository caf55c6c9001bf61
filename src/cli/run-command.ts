// An operator's command: one JSON document on standard output, or an error on standard error.
import { parseArgs } from 'node:util'
import { openLog } from '../adapters/log.ts'
import { compose } from '../compose.ts'
import { readConfig } from '../config.ts'
import { commands } from './commands.ts'
import { connect } from './connect.ts'

/** Runs the command named; returns the exit code. */
export async function runCommand(name: string, args: string[]): Promise<number> {
  const command = commands[name]
  if (!command)
    throw new Error(`There is no command "${name}". There are: serve, demo, ${Object.keys(commands).join(', ')}.`)
  const { values, positionals } = parseArgs({
    args,
    options: { json: { type: 'boolean' }, ...command.options },
    allowPositionals: command.positionals ?? false,
  })
  const config = readConfig()
  const silent = { info: () => {}, error: (message: string) => console.error(message) }
  const database = await connect(config, 'borrow', silent)
  try {
    const running = compose(config, database.connection, database.appSecret, openLog('silent'))
    try {
      const { json: _json, ...options } = values as Record<string, string | boolean | undefined>
      const result = await command.run({ app: running.app, database, config }, options, positionals)
      process.stdout.write(`${JSON.stringify(result)}\n`)
    } finally {
      await running.close()
    }
  } finally {
    await database.release()
  }
  return 0
}
