// The commands for integrators as a program in one file that needs only Node: /docs/roundsman.mjs.
import { DEVELOPER_COMMANDS, DEVELOPER_USAGE } from './developer-commands.ts'

const [command = 'help', ...args] = process.argv.slice(2)

try {
  const run = Object.hasOwn(DEVELOPER_COMMANDS, command) ? DEVELOPER_COMMANDS[command] : undefined
  if (!run) throw new Error(`Commands:\n${DEVELOPER_USAGE.map((usage) => `  ${usage}`).join('\n')}`)
  await run(args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
