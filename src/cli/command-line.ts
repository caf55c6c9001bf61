// The command line: serve, and the operators' commands.
import { DESK } from './desk-commands.ts'
import { listing, runCommand } from './run-command.ts'
import { serve } from './serve.ts'
import { solve } from './solve.ts'

const [command = 'serve', ...args] = process.argv.slice(2)

try {
  if (command === 'serve') await serve({ demo: false })
  else if (command === 'demo') await serve({ demo: true, live: args.includes('--live') })
  else if (command === 'solve') await solve(args)
  else if (Object.hasOwn(DESK, command)) await DESK[command]?.(args)
  else if (command === 'help' || command === '--help') console.log(listing())
  else await runCommand(command, args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
