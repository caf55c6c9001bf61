// Defines a command of the command line: its options as a schema, and the function that runs it.
import { inEnglish } from '../texts/as-string.ts'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { App } from '../app/context.ts'
import type { Config } from '../config.ts'
import type { Connected } from './connect.ts'

const NEGATIVE = /^-\.?\d/

export interface At {
  app: App
  database: Connected
  config: Config
  /** Reads all of standard input. */
  input: () => Promise<string>
}

interface Definition<Options extends z.ZodObject, Rest extends z.ZodType> {
  options: Options
  /** Arguments after the options. */
  rest?: Rest
  /** Uses the database without applying migrations first. */
  asIs?: true
  /** Whether the command runs even if the application's secret is not the database's secret. */
  anySecret?: true
  run(at: At, options: z.output<Options>, rest: z.output<Rest>): unknown
}

export interface Command {
  usage: string
  asIs: boolean
  anySecret: boolean
  /** Parses the arguments. Throws an error that lists all faults before anything is done. */
  prepare(args: string[]): (at: At) => unknown
}

export function command<Options extends z.ZodObject, Rest extends z.ZodType<unknown, string[]>>(
  definition: Definition<Options, Rest>,
): Command {
  const { shape } = definition.options
  const options = Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      { type: isFlag(schema) ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  return {
    usage: [
      ...Object.entries(shape).map(([name, schema]) => (isOptional(schema) ? `[--${name}]` : `--${name}`)),
      ...(definition.rest ? ['KEY=VALUE …'] : []),
    ].join(' '),
    asIs: definition.asIs ?? false,
    anySecret: definition.anySecret ?? false,
    prepare: (args) => {
      const given = parseArgs({
        args: args.flatMap(joinNegative),
        options: { ...options, json: { type: 'boolean' } },
        allowPositionals: !!definition.rest,
      })
      const { json: _json, ...values } = given.values
      const parsed = definition.options.safeParse(values)
      if (!parsed.success)
        throw new Error(
          parsed.error.issues.map(({ path, message }) => `--${String(path[0])} ${inEnglish(message)}`).join('\n'),
        )
      const rest = (definition.rest ?? z.any()).safeParse(given.positionals)
      if (!rest.success)
        throw new Error(
          rest.error.issues
            .map(({ path: [at, ...path], message }) =>
              [typeof at === 'number' ? given.positionals[at] : at, ...path, inEnglish(message)]
                .filter(Boolean)
                .join(' '),
            )
            .join('\n'),
        )
      return (at) => definition.run(at, parsed.data, rest.data)
    },
  }
}

const isFlag = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodOptional ? isFlag(schema.unwrap()) : schema instanceof z.ZodLiteral

const isOptional = (schema: z.core.$ZodType): boolean => z.safeParse(schema, undefined).success

// parseArgs considers a value that begins with a dash ambiguous, but a negative number is unambiguous.
const joinNegative = (arg: string, i: number, args: string[]): string[] => {
  const next = args[i + 1] ?? ''
  if (NEGATIVE.test(arg) && args[i - 1]?.startsWith('--')) return []
  return arg.startsWith('--') && NEGATIVE.test(next) ? [`${arg}=${next}`] : [arg]
}
