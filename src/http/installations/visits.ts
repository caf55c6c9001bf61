// Leads requests without a session, such as sign-in, to the installations that may have the account
// (docs/decisions/049-sign-in-asks-every-installation.md).
import { z } from 'zod'
import type { App } from '../../app/context.ts'
import { AppError } from '../../app/errors.ts'
import type { Directory } from '../../app/operations/installations/directory.ts'
import { tokenSubject } from '../../app/operations/installations/token-subject.ts'
import { RefusedAttempt } from '../../app/people/sign-in/refused-attempt.ts'
import type { Visitor } from '../../app/people/sign-in/sign-in.ts'
import { returnTokens, type Use } from '../../app/people/users/rate-limits.ts'
import type { Input, OfficeEndpoint } from '../../contract/endpoint.ts'
import { GUESS_LIMITS, type GuessLimit } from '../../contract/limits.ts'
import { errorAnswer, internalErrorBody, PeerRefusal, validationError } from '../errors.ts'
import { MAX_TOKEN_CHARACTERS } from '../office/cookie.ts'
import { dictionaryFor } from '../office/language.ts'
import { visitorOf } from '../office/visitor.ts'
import type { AnswerHere, Visit } from '../operations/visit.ts'
import type { Exchange } from '../serve.ts'

/** Maximum wait for the other installations after one has accepted. */
const LATE_MS = 1_000
const RETRY_SECONDS = 5

/** Kinds of requests to other installations. */
export const VISIT = 'visit'
export const RETURN_LIMITS = 'return limits'

const Network = z.string().max(100)
const VisitRequest = z.object({
  call: z.string(),
  input: z.object({ body: z.unknown() }),
  visitor: z.object({
    network: Network,
    browserTokens: z.array(z.string().max(MAX_TOKEN_CHARACTERS)).max(10),
    userAgent: z.string().optional(),
    languages: z.string().optional(),
  }),
})
interface VisitRequest {
  call: string
  input: unknown
  visitor: Visitor
}

const GuessUse = z.tuple([z.enum(Object.keys(GUESS_LIMITS) as [GuessLimit, ...GuessLimit[]]), z.string().max(1_000)])

/** Error of an installation, as JSON. */
const Refusal = z.object({
  answer: z.object({
    body: z.object({
      statusCode: z.number(),
      message: z.string(),
      details: z.looseObject({ code: z.string() }),
    }),
    retryAfterSeconds: z.number().optional(),
  }),
  returnable: z.array(GuessUse),
  isFromKnownBrowser: z.boolean(),
})
type Refusal = z.output<typeof Refusal>

const VisitAnswer = z.union([z.object({ result: z.unknown() }), z.object({ refusal: Refusal })])

/** Result of one installation. `error` is thrown if the request fails because of this installation. */
type Outcome<R> = { at: string } & ({ result: R } | { error: unknown; refusal?: Refusal })

/** Returns the result of the request. Without other installations, runs it here. */
export async function leadVisit<I, R>(
  { app, request }: Pick<Exchange, 'app' | 'request'>,
  endpoint: Pick<OfficeEndpoint, 'method' | 'path'>,
  visit: Visit<I, R>,
  input: I,
): Promise<R> {
  const visitor = visitorOf({ app, request })
  const { directory } = app
  if (directory === null) {
    const result = await visit.here(app, input, visitor)
    return visit.combine?.([result], true) ?? result
  }
  const asked = { directory, result: visit.result, sent: { call: callOf(endpoint), input, visitor } }
  const run = (at: string): Promise<Outcome<R>> =>
    at === directory.name ? outcomeHere(app, at, () => visit.here(app, input, visitor)) : outcomeThere(asked, at)
  return typeof visit.at === 'function'
    ? leadByToken(app, directory, visit.at(input), run)
    : leadToEvery(app, directory, visit, run)
}

const callOf = ({ method, path }: Pick<OfficeEndpoint, 'method' | 'path'>): string => `${method} ${path}`

async function outcomeHere<R>(app: App, at: string, work: () => Promise<R>): Promise<Outcome<R>> {
  try {
    return { at, result: await work() }
  } catch (error) {
    return { at, error, refusal: refusalOf(app, error, undefined) }
  }
}

async function outcomeThere<R>(
  { directory, result, sent }: { directory: Directory; result: z.ZodType<R>; sent: VisitRequest },
  at: string,
): Promise<Outcome<R>> {
  try {
    const answer = VisitAnswer.parse(await directory.peers.ask(at, { kind: VISIT, content: sent }))
    if (!('refusal' in answer)) return { at, result: result.parse(answer.result) }
    return { at, refusal: answer.refusal, error: new PeerRefusal(answer.refusal.answer as PeerRefusal['answer']) }
  } catch {
    return { at, error: unreachableError() }
  }
}

const unreachableError = (): AppError =>
  new AppError(
    'unavailable',
    'INSTALLATION_UNREACHABLE',
    'A server that may have your account can’t be reached right now. Try again shortly.',
    { retryAfterSeconds: RETRY_SECONDS },
  )

async function leadByToken<R>(
  app: App,
  directory: Directory,
  token: string,
  run: (at: string) => Promise<Outcome<R>>,
): Promise<R> {
  const subject = tokenSubject(app.secrets, 'USER_LINK', token)
  const at = await directory.locate(subject)
  if (at === null) throw unreachableError()
  const outcome = await run(at)
  if (codeOf(outcome) !== 'BUSINESS_MOVED') return resultOf(outcome)
  const movedTo = await directory.locateMoved(subject)
  return resultOf(movedTo === null || movedTo === at ? outcome : await run(movedTo))
}

function resultOf<R>(outcome: Outcome<R>): R {
  if ('result' in outcome) return outcome.result
  throw outcome.error
}

async function leadToEvery<R>(
  app: App,
  directory: Directory,
  { combine, undo }: Pick<Visit<never, R>, 'combine' | 'undo'>,
  run: (at: string) => Promise<Outcome<R>>,
): Promise<R> {
  // The order doesn't depend on the installation that received the request.
  const names = [directory.name, ...directory.peers.names].sort()
  const running = names.map(run)
  const combined = (outcomes: readonly Outcome<R>[]): R | undefined => {
    const results = outcomes.flatMap((one) => ('result' in one ? [one] : []))
    return combine?.(
      results.sort((one, other) => names.indexOf(one.at) - names.indexOf(other.at)).map(({ result }) => result),
      results.length === names.length,
    )
  }
  const outcomes = await allOrDecided(running, (some) => combined(some) !== undefined)
  if (outcomes.some(isRight))
    for (const one of running) void one.then((outcome) => returnLimits(app, directory, outcome))
  const result = combined(outcomes)
  if (result !== undefined) {
    // The user must be able to enter the code, although another installation accepts the password alone.
    const needsCode = outcomes.find((outcome) => codeOf(outcome) === 'CODE_NEEDED')
    const used = needsCode ? [] : outcomes
    for (const one of running)
      void one.then(async (outcome) => {
        if ('result' in outcome && !used.includes(outcome)) await undo?.(app, outcome.result)
      })
    if (needsCode && 'error' in needsCode) throw needsCode.error
    return result
  }
  const [heaviest] = outcomes.toSorted((one, other) => weight(other) - weight(one))
  throw heaviest && 'error' in heaviest ? heaviest.error : unreachableError()
}

/** Resolves with all values, or with those that are known a short time after these values decide. */
function allOrDecided<T>(running: readonly Promise<T>[], decide: (values: readonly T[]) => boolean): Promise<T[]> {
  return new Promise((resolve) => {
    const values: T[] = []
    let timer: NodeJS.Timeout | null = null
    for (const one of running)
      void one.then((value) => {
        values.push(value)
        if (values.length === running.length) resolve([...values])
        else if (timer === null && decide(values)) timer = setTimeout(() => resolve([...values]), LATE_MS)
        if (values.length === running.length && timer) clearTimeout(timer)
      })
  })
}

/** Whether the attempt was right at this installation. A missing code of the second factor shows that the password was. */
const isRight = (outcome: Outcome<unknown>): boolean => 'result' in outcome || codeOf(outcome) === 'CODE_NEEDED'

/** If another installation accepted the attempt, an installation without the account doesn't count it. */
async function returnLimits(app: App, { name, peers }: Directory, outcome: Outcome<unknown>): Promise<void> {
  const uses = ('refusal' in outcome && outcome.refusal?.returnable) || []
  if (uses.length === 0) return
  try {
    if (outcome.at === name) await returnTokens(app, uses)
    else await peers.ask(outcome.at, { kind: RETURN_LIMITS, content: uses })
  } catch (error) {
    app.log.warn({ err: error, installation: outcome.at }, 'the rate limits of a sign-in could not be returned')
  }
}

const codeOf = (outcome: Outcome<unknown>): string | undefined =>
  'refusal' in outcome ? outcome.refusal?.answer.body.details.code : undefined

/** Codes with which an installation refuses an unknown account or link. */
const UNKNOWN = new Set(['SIGN_IN_FAILED', 'PASSKEY_REFUSED', 'SET_UP_LINK_USED'])

/**
 * Returns how much an error says about the account. The heaviest one is sent: a refusal of an installation that has the
 * account, then an installation that can't tell, then an exceeded limit. An attempt from a known browser is of its user,
 * who therefore sees its result instead of the limit of another installation.
 */
function weight(outcome: Outcome<unknown>): number {
  if ('result' in outcome) return -1
  if (!outcome.refusal) return 3
  const { answer, isFromKnownBrowser } = outcome.refusal
  if (answer.body.statusCode >= 500) return 3
  if (answer.body.statusCode === 429) return 1
  if (UNKNOWN.has(answer.body.details.code)) return isFromKnownBrowser ? 2 : 0
  return 4
}

function refusalOf(app: App, error: unknown, languages: string | undefined): Refusal {
  const dictionary = dictionaryFor(languages)
  const answer = errorAnswer(error, dictionary)
  if (!answer) app.log.error({ err: error }, 'bug')
  const isAttempt = error instanceof RefusedAttempt
  return {
    answer: answer ?? { body: internalErrorBody('POST', dictionary) },
    returnable: isAttempt ? (error.returnable as z.output<typeof GuessUse>[]) : [],
    isFromKnownBrowser: isAttempt && error.isFromKnownBrowser,
  }
}

/** Answers a visit for another installation. Runs here only, so that no request is led twice. */
export async function answerVisit(
  app: App,
  bindings: readonly { endpoint: OfficeEndpoint; answerHere?: AnswerHere }[],
  content: unknown,
): Promise<z.output<typeof VisitAnswer> | null> {
  const asked = VisitRequest.safeParse(content)
  if (!asked.success) return null
  const { call, input, visitor } = asked.data
  const { endpoint, answerHere } = bindings.find((one) => one.answerHere && callOf(one.endpoint) === call) ?? {}
  if (!endpoint || !answerHere) return null
  try {
    return { result: await answerHere(app, parsed(endpoint, input.body), visitor) }
  } catch (error) {
    return { refusal: refusalOf(app, error, visitor.languages) }
  }
}

function parsed({ body }: OfficeEndpoint, sent: unknown): Input<OfficeEndpoint> {
  const given = body?.safeParse(sent)
  if (given && !given.success) throw validationError(given.error, 'body')
  return { body: given?.data } as Input<OfficeEndpoint>
}

/** Undoes the counting of an attempt for another installation. Returns null if the request is malformed. */
export async function answerReturn(app: App, content: unknown): Promise<true | null> {
  const uses = z.array(GuessUse).max(10).safeParse(content)
  if (!uses.success) return null
  await returnTokens(app, uses.data satisfies Use[])
  return true
}
