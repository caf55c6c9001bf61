// Runs a command for operators. It prints one JSON document to standard output, or an error to standard error.
import { text } from 'node:stream/consumers'
import { openLog } from '../adapters/observability/log.ts'
import { checkSecret } from '../app/operations/check-secret.ts'
import { readConfig } from '../config.ts'
import { commands } from './commands.ts'
import { connect } from './connect.ts'
import { stopSignal } from './stop-signal.ts'

/** Runs the named command. Checks its arguments before it changes anything. */
export async function runCommand(name: string, args: string[]): Promise<void> {
  const command = commands[name]
  if (!command) throw new Error(`There is no command "${name}". ${listing()}`)
  if (args.includes('--help')) return console.log(`${name} ${command.usage} [--json]`)
  const run = command.prepare(args)
  const stop = stopSignal()
  const config = readConfig()
  const log = { info: () => {}, error: (message: string) => console.error(message) }
  const database = await connect(config, 'borrow', log, { asIs: command.asIs })
  // A database that was started for this command must not outlive it.
  const giveUp = () => void database.release().finally(() => process.exit(1))
  stop.addEventListener('abort', giveUp)
  if (stop.aborted) return giveUp()
  try {
    const { compose } = await import('../compose.ts')
    const running = compose(config, database.connection, database.appSecret, openLog('silent'))
    try {
      if (!command.asIs && !command.anySecret)
        await checkSecret(running.app, { rotating: config.previousAppSecret !== null })
      const result = await run({ app: running.app, database, config, input: () => text(process.stdin) })
      console.log(JSON.stringify(result, null, args.includes('--json') ? 0 : 2))
    } finally {
      await running.close()
    }
  } finally {
    await database.release()
  }
}

/** Returns the list of commands as text. */
export const listing = (): string =>
  [
    'There are:',
    'serve',
    'demo',
    'solve',
    'fleet',
    'verify',
    'listen',
    'trigger',
    'tail',
    'mcp',
    ...Object.keys(commands),
  ].join('\n  ')
