// Writes lines to the operator's log before and after each action of the fleet command, so that a crash is visible.

type Detail = Readonly<Record<string, unknown>>

/** Writes a line to the log. */
export type RecordLine = (action: string, detail: Detail) => Promise<void>

/** Names of the lines before an action, after it, and after its failure. */
const ACTIONS = {
  move: ['move.began', 'move.ended', 'move.failed'],
  upgrade: ['upgrade.began', 'upgrade.ended', 'upgrade.failed'],
  create: ['business.creating', 'business.created', 'business.create_failed'],
  forget: ['business.forgetting', 'business.forgotten', 'business.forget_failed'],
  add: ['installation.adding', 'installation.added', 'installation.add_failed'],
  drain: ['installation.draining', 'installation.drained', 'installation.drain_failed'],
} as const

/** Runs the action between its two lines. The second line also has `outcome` of the result, or the reason of the failure. */
export async function recorded<Result>(
  record: RecordLine,
  action: keyof typeof ACTIONS,
  detail: Detail,
  work: () => Promise<Result>,
  outcome: (result: Result) => Detail = () => ({}),
): Promise<Result> {
  const [before, after, failed] = ACTIONS[action]
  await record(before, detail)
  const result = await work().catch(async (error: unknown) => {
    await record(failed, { ...detail, reason: error instanceof Error ? error.message : String(error) })
    throw error
  })
  await record(after, { ...detail, ...outcome(result) })
  return result
}
