// Sends the requests of all keys, links and addresses, and checks that each reaches the installation of its business.
import type { Answer, Calls } from './calls.ts'
import type { Installation, Name } from './installations.ts'
import type { Probe } from './shops.ts'

export interface ProbeResult {
  requests: number
  kinds: Record<string, number>
  /** Requests that were led to an installation without the business. */
  wrong: number
  /** Valid requests that were refused. */
  refused: number
  faults: string[]
}

const AT_ONCE = 4

export async function checkProbes(
  installations: readonly Installation[],
  calls: Calls,
  probes: readonly Probe[],
): Promise<ProbeResult> {
  const names = namesByAddress(installations)
  const result: ProbeResult = { requests: 0, kinds: {}, wrong: 0, refused: 0, faults: [] }
  const left = [...probes]
  const work = async (): Promise<void> => {
    for (let probe = left.shift(); probe; probe = left.shift()) note(result, probe, await calls.send(probe.call), names)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return result
}

function note(result: ProbeResult, { kind, shop, status, has }: Probe, answer: Answer, names: Map<string, Name>): void {
  result.requests++
  result.kinds[kind] = (result.kinds[kind] ?? 0) + 1
  const at = installationOf(answer, names)
  if (at !== null && at !== shop.at) {
    result.wrong++
    result.faults.push(`a request by ${kind} of a business at ${shop.at} was led to ${at}`)
  } else if (answer.status !== status || !answer.text.includes(has)) {
    result.refused++
    result.faults.push(`a request by ${kind} got ${answer.status}: ${answer.text.slice(0, 200)}`)
  }
}

/** The address of each `web` process, as nginx writes it. */
export const namesByAddress = (installations: readonly Installation[]): Map<string, Name> =>
  new Map(installations.flatMap(({ name, web, nextWeb }) => [web, nextWeb].map(({ url }) => [new URL(url).host, name])))

/** Returns the installation that responded, the last one that nginx asked. Null if nginx responded itself. */
export const installationOf = ({ servedBy }: Answer, names: Map<string, Name>): Name | null =>
  names.get(servedBy.match(/[\d.]+:\d+/g)?.at(-1) ?? '') ?? null
