// The command line: serving, and the commands for operators and integrators. Each command loads only its own modules,
// because loading the whole service takes many times longer than most commands.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { VERSION } from '../version.ts'
import { DEVELOPER_COMMANDS } from './developer-commands.ts'

const [command = 'serve', ...args] = process.argv.slice(2)

try {
  if (command === 'serve' || command === 'demo') await start(command, args)
  else if (command === 'solve') await (await import('./solve.ts')).solve(args)
  else if (command === 'fleet') await (await import('./fleet.ts')).fleet(args)
  else if (Object.hasOwn(DEVELOPER_COMMANDS, command)) await DEVELOPER_COMMANDS[command]?.(args)
  else if (['help', '--help', '-h'].includes(command)) console.log((await import('./run-command.ts')).listing())
  else if (command === '--version') console.log(VERSION)
  else await (await import('./run-command.ts')).runCommand(command, args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** All options are checked before anything starts and before a data directory is created. */
async function start(command: 'serve' | 'demo', args: string[]): Promise<void> {
  const help = { type: 'boolean' } as const
  const demo = command === 'demo'
  const options: ParseArgsConfig['options'] = demo ? { help, live: help } : { help }
  const { values } = parseArgs({ args, options })
  if (values.help) console.log(demo ? 'demo [--live]   (--live sets its vans in motion)' : 'serve')
  else await (await import('./serve.ts')).serve({ demo, live: 'live' in values })
}
