// Compares random days of a business with a pure model: every response, every change in the feed, every queued event
// and every webhook must match it. A seed repeats the same day. A failing day is shrunk to the fewest actions.
import fc from 'fast-check'
import { openWebhookPost } from '../../src/adapters/webhooks/webhook-post.ts'
import type { WebhookMessage } from '../../src/app/ports/webhook-post.ts'
import { solve } from '../../src/engine/solve.ts'
import { inProcess } from './in-process.ts'
import { type Action, actions } from './model/actions.ts'
import { Fault, runDay, type Tally } from './model/business.ts'

export interface ModelResult extends Tally {
  /** Number of seeds that passed. */
  seeds: number
  /** The first failing seed, its fault, and the fewest actions that show it. */
  failure: Failure | null
}

interface Failure {
  seed: number
  fault: string
  actions: Action[]
}

export interface ModelOptions {
  databaseUrl: string
  from: number
  seeds: number
  commands: number
  /** Time after which no seed is started. */
  until?: number
  /** Called for each seed that passed. */
  onSeed?: (seed: number) => void
  /** Called with the failure before it is shrunk, which takes a while. */
  onFailure?: (failure: Failure) => void
}

/** Number of shrinking attempts, each with a shorter day. */
const SHRINK_TRIES = 300
/** Search steps per build. Few, to save time, because the proof doesn't depend on the quality of the routes. */
const SOLVER_ITERATIONS = 30

type RunDay = (seed: number, day: readonly Action[]) => Promise<void>

export async function runModelProof(options: ModelOptions): Promise<ModelResult> {
  const clock = { now: Date.now() }
  const posted: WebhookMessage[] = []
  const post = openWebhookPost({ allowPrivate: false })
  const service = await inProcess(options.databaseUrl, {
    clock: () => new Date(clock.now),
    solver: { solve: async (_owner, problem) => solve(problem, { iterations: SOLVER_ITERATIONS, seed: 1 }) },
    webhookPost: {
      ...post,
      post: async (message) => {
        posted.push(message)
        return { statusCode: 200, error: null, excerpt: null, durationMs: 0 }
      },
    },
  })
  const result: ModelResult = { seeds: 0, commands: 0, statuses: {}, events: 0, posts: 0, failure: null }
  const liveDay: RunDay = (seed, day) => runDay({ ...service, clock, posted }, seed, day, result)
  try {
    for (let seed = options.from; seed < options.from + options.seeds; seed++) {
      if (options.until && Date.now() > options.until) break
      const day = randomDay(seed, options.commands)
      const fault = await faultOf(liveDay, seed, day)
      if (fault) {
        const failure = { seed, fault: fault.message, actions: day.slice(0, fault.at + 1) }
        options.onFailure?.(failure)
        result.failure = await shrinkDay(liveDay, failure)
        return result
      }
      result.seeds++
      options.onSeed?.(seed)
    }
    return result
  } finally {
    await service.close()
  }
}

function randomDay(seed: number, commands: number): Action[] {
  const days = fc.array(actions, { minLength: commands, maxLength: commands, size: 'max' })
  return fc.sample(days, { seed, numRuns: 1 })[0] ?? []
}

async function faultOf(live: RunDay, seed: number, day: readonly Action[]): Promise<Fault | null> {
  try {
    await live(seed, day)
    return null
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

/** Removes smaller and smaller parts of the day while it still fails. */
async function shrinkDay(live: RunDay, failure: Failure): Promise<Failure> {
  const { seed } = failure
  let { fault, actions } = failure
  let tries = SHRINK_TRIES
  for (let size = Math.ceil(actions.length / 2); size > 0 && tries > 0; size = Math.floor(size / 2))
    for (let from = 0; from < actions.length && tries > 0; tries--) {
      const rest = actions.toSpliced(from, size)
      const still = await faultOf(live, seed, rest)
      if (!still) from += size
      else [fault, actions] = [still.message, rest.slice(0, still.at + 1)]
    }
  return { seed, fault, actions }
}
