// Cooperation of the threads of one solve, in rounds. Each thread searches its own neighboring routes of the same plan,
// and all cool down together. Only the first and the last round search the whole plan on every thread. Each round's
// result depends on the readings of the threads' clocks, so a solve with the same readings gives the same solution.
import type { ClockReadings, SearchTrace, CourseRun, Round } from '../../engine/search-trace.ts'
import { planFiguresOf } from '../../engine/figures.ts'
import { compareUnassigned } from '../../engine/unassigned.ts'
import { partition } from '../../engine/partition.ts'
import type { Problem } from '../../engine/problem.ts'
import type { Part, RunResult } from '../../engine/session.ts'
import type { Solution } from '../../engine/solution.ts'
import type { MemberRun, PoolProgress } from './solver-messages.ts'

/** One thread of the solve. Every call rejects if the thread dies or rejects the problem. */
export interface Member {
  open(problem: Problem, seed: number): Promise<void>
  run(run: MemberRun): Promise<MemberResult>
  answer(routes: number[][], iterations: number): Promise<Solution>
}

type MemberResult = RunResult & { readings: ClockReadings }

export interface TeamWork {
  problem: Problem
  seconds: number
  iterations: number
  seed: number
  /**
   * Threads that continue the solve. The pool may take back all except the first at any time, which ends their run.
   */
  members: () => readonly Member[]
  /** Returns whether the search has to end. */
  stopped: () => boolean
  /** Seconds of the clock that measures the budget, on this thread. */
  now: () => number
  onProgress: (progress: PoolProgress) => void
}

/** Number of rounds of a solve by several threads, and the shortest round that is worth its messages. */
const ROUNDS = 14
const MIN_ROUND_SECONDS = 0.15

/** Below this number of stops, each thread searches the whole plan on its own, and the best result counts. */
const SHARED_STOPS = 400

interface Standing {
  current: number[][]
  best: number[][]
  unserved: readonly number[]
  cost: number
  iterations: number
}

const seedOf = (seed: number, member: number): number => seed + member * 7919

/**
 * Solves on one thread from hot to cold, or on several threads in rounds. Returns the solution and its course. Rejects
 * if a thread dies or rejects the problem.
 */
export async function solveAsTeam(work: TeamWork): Promise<{ solution: Solution; course: SearchTrace }> {
  const { now, problem, seed } = work
  const started = now()
  const [lead] = await Promise.all(
    work.members().map(async (member, index) => {
      await member.open(problem, seedOf(seed, index))
      return member
    }),
  )
  if (!lead) throw new Error('a solve needs a thread')
  const team = work.members()
  const left = () => Math.max(0, work.seconds - (now() - started))
  if (team.length === 1 || problem.stops.length < SHARED_STOPS) {
    const iterations = team.length === 1 ? work.iterations : Infinity
    const round: Round = { stage: 'whole', from: 0, to: 1, seconds: left(), iterations }
    const { standing, runs, winner } = await runRound(problem, team, null, round)
    // The other threads searched on their own, and their results were not used.
    const course = { seed, rounds: [{ ...round, runs: runs.slice(winner, winner + 1) }] }
    return { solution: await lead.answer(standing.best, standing.iterations), course }
  }
  const length = Math.max(MIN_ROUND_SECONDS, work.seconds / ROUNDS)
  const rounds: (Round & { runs: CourseRun[] })[] = []
  const go = async (members: readonly Member[], standing: Standing | null, round: Round): Promise<Standing> => {
    const ran = await runRound(problem, members, standing, round)
    rounds.push({ ...round, runs: ran.runs })
    return ran.standing
  }
  const first = { from: 0, to: length / work.seconds, seconds: Math.min(length, left()), iterations: Infinity }
  let standing = await go(team, null, { stage: 'whole', ...first })
  while (left() > 0 && !work.stopped()) {
    const { iterations, cost, best } = standing
    work.onProgress({ seconds: now() - started, iterations, cost, ...planFiguresOf(problem, best) })
    const from = 1 - left() / work.seconds
    const last = left() < 1.5 * length
    const seconds = last ? left() : length
    const to = last ? 1 : from + seconds / work.seconds
    const stage = last ? 'last' : 'parts'
    standing = await go(work.members(), standing, { stage, from, to, seconds, iterations: Infinity })
  }
  return { solution: await lead.answer(standing.best, standing.iterations), course: { seed, rounds } }
}

/** Returns the indexes of the threads that took part in a course, in order. */
export const membersOf = ({ rounds }: SearchTrace): number[] =>
  [...new Set(rounds.flatMap(({ runs }) => runs.map(({ member }) => member)))].sort((a, b) => a - b)

/**
 * Repeats a solve by its course: the same steps, the same solution. `threads` are in the order of `membersOf`. Rejects
 * if the search takes other steps, for example on another engine version.
 */
export async function replaySearch(
  problem: Problem,
  course: SearchTrace,
  threads: readonly Member[],
): Promise<Solution> {
  const taking = new Map(membersOf(course).map((member, i) => [member, threads[i]!]))
  await Promise.all([...taking].map(([member, thread]) => thread.open(problem, seedOf(course.seed, member))))
  let standing: Standing | null = null
  for (const round of course.rounds) {
    const members = round.runs.map(({ member }) => taking.get(member)!)
    const readings = round.runs.map((run) => run.readings)
    standing = (await runRound(problem, members, standing, round, readings)).standing
  }
  if (!standing) throw new Error('a course has rounds')
  return threads[0]!.answer(standing.best, standing.iterations)
}

interface RoundResult {
  standing: Standing
  runs: CourseRun[]
  /** Index of the run with the best result. */
  winner: number
}

async function runRound(
  problem: Problem,
  members: readonly Member[],
  before: Standing | null,
  { stage, from, to, seconds, iterations }: Round,
  readings: readonly ClockReadings[] = [],
): Promise<RoundResult> {
  const parts = before === null ? null : partsOf(problem, before, stage, members.length)
  const ran = await Promise.all(
    members.map((member, index) =>
      member.run({
        part: parts?.[stage === 'last' ? 0 : index] ?? null,
        from,
        to,
        seconds,
        iterations,
        readings: readings[index] ?? null,
      }),
    ),
  )
  const runs = ran.map((each, member) => ({ member, readings: each.readings }))
  const winner = ran.reduce((best, each, index) => (better(each, ran[best]!) ? index : best), 0)
  if (before === null || parts === null)
    return { standing: { ...ran[winner]!, iterations: stepsOf(ran) }, runs, winner }
  const found = stage === 'last' ? ran[winner]! : joinParts(problem, parts, ran)
  const steps = before.iterations + stepsOf(ran)
  const current = stage === 'last' ? before.current : found.current
  const standing = better(found, before) ? { ...found, iterations: steps } : { ...before, current, iterations: steps }
  return { standing, runs, winner }
}

type Judged = Pick<Standing, 'unserved' | 'cost'>

function better(a: Judged, b: Judged): boolean {
  const order = compareUnassigned(a.unserved, b.unserved)
  return order < 0 || (order === 0 && a.cost < b.cost)
}

const stepsOf = (ran: readonly RunResult[]): number => ran.reduce((sum, { iterations }) => sum + iterations, 0)

function partsOf(problem: Problem, { best, current, iterations }: Standing, stage: Round['stage'], count: number) {
  if (stage === 'last') return partition(problem, best, 1, 0)
  return partition(problem, current, count, (iterations % 1009) / 1009)
}

/** Joins the routes of all parts to one plan. */
function joinParts(problem: Problem, parts: readonly Part[], ran: readonly RunResult[]) {
  const pick = (read: (ran: RunResult) => number[][]) =>
    problem.vehicles.map(
      (_, vehicle) => read(ran[parts.findIndex((part) => part.vehicles.includes(vehicle))]!)[vehicle]!,
    )
  return {
    current: pick((each) => each.current),
    best: pick((each) => each.best),
    unserved: ran[0]!.unserved.map((_, rank) => ran.reduce((sum, { unserved }) => sum + unserved[rank]!, 0)),
    cost: ran.reduce((sum, { cost }) => sum + cost, 0),
  }
}
