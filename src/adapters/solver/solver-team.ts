// How the threads of one solve work together: in rounds, each on its own neighbouring routes of the same plan, cooling
// down as one; only the first and the last round search the whole plan on every thread.
import { figuresOf } from '../../engine/figures.ts'
import { partition } from '../../engine/partition.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Part, Ran } from '../../engine/session.ts'
import type { Solution } from '../../engine/solution.ts'
import type { PoolProgress } from './solver-messages.ts'

/** One thread of the solve. Every call rejects when the thread dies or refuses the problem. */
export interface Member {
  open(problem: Problem, seed: number): Promise<void>
  run(run: { part: Part | null; from: number; to: number; seconds: number; iterations: number }): Promise<Ran>
  answer(routes: number[][], iterations: number): Promise<Solution>
}

export interface TeamWork {
  problem: Problem
  seconds: number
  iterations: number
  seed: number
  /** Threads to go on with; the first stays, others may be taken back at any time and end what they run. */
  members: () => readonly Member[]
  cancelled: () => boolean
  /** Seconds of the clock the budget is counted on, this thread's. */
  now: () => number
  onProgress: (progress: PoolProgress) => void
}

/** Rounds in a solve by several threads, and the shortest worth its messages. */
const ROUNDS = 14
const SHORTEST_ROUND_SECONDS = 0.15

/** Below so many stops the threads search apart, and the better answer counts. */
const SHARED_STOPS = 400

interface Standing {
  current: number[][]
  best: number[][]
  unserved: number
  cost: number
  iterations: number
}

/** Solves on one thread from hot to cold, or with several in rounds. */
export async function solveAsTeam(work: TeamWork): Promise<Solution> {
  const { now } = work
  const started = now()
  const [lead] = await Promise.all(
    work.members().map(async (member, index) => {
      await member.open(work.problem, work.seed + index * 7919)
      return member
    }),
  )
  if (!lead) throw new Error('a solve needs a thread')
  const team = work.members()
  const left = () => Math.max(0, work.seconds - (now() - started))
  if (team.length === 1) {
    const ran = await lead.run({ part: null, from: 0, to: 1, seconds: left(), iterations: work.iterations })
    return lead.answer(ran.best, ran.iterations)
  }
  if (work.problem.stops.length < SHARED_STOPS) {
    const apart = await runWhole(team, null, 0, 1, left())
    return lead.answer(apart.best, apart.iterations)
  }
  const length = Math.max(SHORTEST_ROUND_SECONDS, work.seconds / ROUNDS)
  let standing = await runWhole(team, null, 0, length / work.seconds, Math.min(length, left()))
  while (left() > 0 && !work.cancelled()) {
    const { iterations, cost, best } = standing
    work.onProgress({ seconds: now() - started, iterations, cost, ...figuresOf(work.problem, best) })
    const from = 1 - left() / work.seconds
    const last = left() < 1.5 * length
    const seconds = last ? left() : length
    const to = last ? 1 : from + seconds / work.seconds
    const members = work.members()
    standing = last
      ? await runLast(members, work.problem, standing, from, seconds)
      : await runParts(members, work.problem, standing, { from, to, seconds })
  }
  return lead.answer(standing.best, standing.iterations)
}

function better(a: { unserved: number; cost: number }, b: { unserved: number; cost: number }): boolean {
  return a.unserved < b.unserved || (a.unserved === b.unserved && a.cost < b.cost)
}

async function runWhole(
  members: readonly Member[],
  part: Part | null,
  from: number,
  to: number,
  seconds: number,
): Promise<Standing> {
  const runs = await Promise.all(members.map((each) => each.run({ part, from, to, seconds, iterations: Infinity })))
  const winner = runs.reduce((a, b) => (better(b, a) ? b : a))
  return { ...winner, iterations: runs.reduce((sum, ran) => sum + ran.iterations, 0) }
}

async function runLast(
  members: readonly Member[],
  problem: Problem,
  standing: Standing,
  from: number,
  seconds: number,
): Promise<Standing> {
  const [whole] = partition(problem, standing.best, 1, 0)
  const next = await runWhole(members, whole!, from, 1, seconds)
  const iterations = standing.iterations + next.iterations
  return better(standing, next) ? { ...standing, iterations } : { ...next, iterations }
}

async function runParts(
  members: readonly Member[],
  problem: Problem,
  standing: Standing,
  run: { from: number; to: number; seconds: number },
): Promise<Standing> {
  const pole = (standing.iterations % 1009) / 1009
  const parts = partition(problem, standing.current, members.length, pole)
  const runs = await Promise.all(
    members.map((member, index) => member.run({ ...run, part: parts[index]!, iterations: Infinity })),
  )
  const pick = (read: (ran: Ran) => number[][]) =>
    problem.vehicles.map(
      (_, vehicle) => read(runs[parts.findIndex((part) => part.vehicles.includes(vehicle))]!)[vehicle]!,
    )
  const sum = (read: (ran: Ran) => number) => runs.reduce((total, ran) => total + read(ran), 0)
  const iterations = standing.iterations + sum((ran) => ran.iterations)
  const found = { unserved: sum((ran) => ran.unserved), cost: sum((ran) => ran.cost) }
  const current = pick((ran) => ran.current)
  if (better(found, standing)) return { current, best: pick((ran) => ran.best), ...found, iterations }
  return { ...standing, current, iterations }
}
