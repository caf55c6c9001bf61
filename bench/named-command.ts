// The command line that the proofs and the benchmarks share: a name of a table, and options that the table declares by their defaults.
import { parseArgs } from 'node:util'

export type Options = Record<string, number | string | boolean>

export interface Named {
  about: string
  options: Options
}

/**
 * The entry of `table` that the arguments name, with its options: each has the type of its default. Without a name, all names
 * are printed; with a wrong name or option, what is possible. Then it is null.
 */
export function namedCommand<N extends Named>(
  command: string,
  table: Record<string, N>,
  args: readonly string[],
): { name: string; entry: N; options: Options } | null {
  const [name, ...rest] = args
  const entry = name === undefined ? undefined : table[name]
  if (name === undefined || !entry) {
    if (name !== undefined) process.exitCode = 1
    console.log(`npm run ${command} NAME -- [--option VALUE]\n`)
    for (const [each, { about, options }] of Object.entries(table))
      console.log([`${each}${usage(options)}`, `    ${about}`].join('\n'))
    return null
  }
  try {
    const { values } = parseArgs({
      args: rest,
      options: Object.fromEntries(
        Object.entries(entry.options).map(([option, value]) => [
          option,
          { type: typeof value === 'boolean' ? 'boolean' : 'string' },
        ]),
      ),
    })
    const given = Object.entries(values).map(([option, value]) => [
      option,
      asTyped(option, value, entry.options[option]),
    ])
    return { name, entry, options: { ...entry.options, ...Object.fromEntries(given) } }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(`npm run ${command} ${name} --${usage(entry.options)}`)
    process.exitCode = 1
    return null
  }
}

function asTyped(option: string, value: unknown, standard: unknown): unknown {
  if (typeof standard !== 'number') return value
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) throw new Error(`--${option} takes a number.`)
  return number
}

const usage = (options: Options): string =>
  Object.entries(options)
    .map(([option, value]) =>
      typeof value === 'boolean' ? ` [--${option}]` : ` [--${option} ${value === '' ? 'TEXT' : value}]`,
    )
    .join('')
