// Reads the command line of proofs and benchmarks: a name in a table, and options that are declared by their defaults.
import { parseArgs } from 'node:util'

export type Options = Record<string, number | string | boolean>

export interface Named {
  about: string
  options?: Options
}

/** Each option has the type of its default. A wrong option ends the process with a list of the options. */
export function parseOptions<O extends Options>(defaults: O, args: readonly string[] = process.argv.slice(2)): O {
  const options = Object.entries(defaults).map(
    ([name, value]) => [name, { type: typeof value === 'boolean' ? 'boolean' : 'string' }] as const,
  )
  try {
    const { values } = parseArgs({ args: [...args], options: Object.fromEntries(options) })
    const given = Object.entries(values).map(([name, value]) => [name, parseOptionValue(name, value, defaults[name])])
    return { ...defaults, ...(Object.fromEntries(given) as Partial<O>) }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(`Options:${usage(defaults) || ' none'}`)
    return process.exit(1)
  }
}

/** Returns the entry of `table` that the command line names, with the arguments after the name. Lists all entries if no entry has the name. */
export function namedEntry<N extends Named>(
  command: string,
  table: Record<string, N>,
): { entry: N; rest: string[] } | null {
  const [name, ...rest] = process.argv.slice(2)
  const entry = name === undefined ? undefined : table[name]
  if (entry) return { entry, rest }
  if (name !== undefined) process.exitCode = 1
  console.log(`npm run ${command} NAME -- [--option VALUE]\n`)
  for (const [each, { about, options = {} }] of Object.entries(table))
    console.log(`${each}${usage(options)}\n    ${about}`)
  return null
}

function parseOptionValue(name: string, value: unknown, standard: unknown): unknown {
  if (typeof standard !== 'number') return value
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) throw new Error(`--${name} takes a number.`)
  return number
}

const usage = (defaults: Options): string =>
  Object.entries(defaults)
    .map(([name, value]) =>
      typeof value === 'boolean' ? ` [--${name}]` : ` [--${name} ${value === '' ? 'TEXT' : value}]`,
    )
    .join('')
