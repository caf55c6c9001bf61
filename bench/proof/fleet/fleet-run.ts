// Three installations with their own PostgreSQLs behind one nginx with one host name: keys and links, moves, failures, costs
// and an upgrade (docs/operating.md#several-installations).
import { seeded } from '../../random.ts'
import { type ProofReceiver, startReceiver } from '../receiver.ts'
import { openCalls, type Calls } from './calls.ts'
import { type FleetCommands, openCommands } from './commands.ts'
import { type CostResult, measureCost } from './cost.ts'
import { type BlockedResult, blockQuestions, stopOne, type StoppedResult } from './failures.ts'
import { NAMES, type Proxied, startInstallations } from './installations.ts'
import { type MovesResult, runMoves } from './moves.ts'
import { checkMcp } from './mcp.ts'
import { checkProbes, type ProbeResult } from './probes.ts'
import { basicProbes, everyProbe, newShops, type Shop } from './shops.ts'
import { startUpgrader, type UpgradeResult, upgradeUnderLoad } from './upgrade.ts'

export interface FleetOptions {
  businesses: number
  /** Number of businesses that have every kind of key and link. */
  complete: number
  moves: number
  kills: number
  /** Seconds of a measurement. */
  seconds: number
  /** Seconds for which the questions between installations are blocked. */
  blocked: number
  perSecond: number
  seed: number
  /** Parts that run, of `PARTS`. */
  parts: readonly FleetPart[]
  say: (line: string) => void
}

export const FLEET_PARTS = ['links', 'moves', 'stop', 'block', 'cost', 'upgrade'] as const
export type FleetPart = (typeof FLEET_PARTS)[number]

export interface FleetResult {
  links?: Omit<ProbeResult, 'faults'>
  moves?: Omit<MovesResult, 'faults'>
  linksAfterMoves?: Omit<ProbeResult, 'faults'>
  stop?: Omit<StoppedResult, 'faults'>
  block?: Omit<BlockedResult, 'faults'>
  cost?: Omit<CostResult, 'faults'>
  upgrade?: Omit<UpgradeResult, 'faults'>
  faults: string[]
}

/** Most clients of businesses that move. */
const MAX_MOVERS = 30
const COST_ROUNDS = 6
/** Most faults of a part that are shown at once. The command shows all at the end. */
const MAX_SHOWN = 3

export async function runFleetProof(options: FleetOptions): Promise<FleetResult> {
  const { say } = options
  const proxied = await startInstallations(say)
  const calls = openCalls()
  const receiver = await startReceiver()
  const upgrader = await startUpgrader(proxied.installations)
  const commands = openCommands(proxied, (name) => upgrader.commandFor(name))
  const end = async (): Promise<void> => {
    commands.remove()
    upgrader.close()
    calls.close()
    await proxied.end()
    receiver.close()
  }
  // The databases and nginx would outlive the proof.
  const giveUp = () => void end().finally(() => process.exit(1))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, giveUp)
  try {
    return await prove({ options, proxied, calls, receiver, commands })
  } finally {
    for (const signal of signals) process.off(signal, giveUp)
    await end()
  }
}

interface Ground {
  options: FleetOptions
  proxied: Proxied
  calls: Calls
  receiver: ProofReceiver
  commands: FleetCommands
}

async function prove({ options, proxied, calls, receiver, commands }: Ground): Promise<FleetResult> {
  const { say, seconds, parts } = options
  const { installations, nginx } = proxied
  const { url } = nginx
  const result: FleetResult = { faults: [] }
  /** Keeps the faults, and shows the figures. */
  const noted = <T extends { faults: string[] }>(part: string, { faults, ...figures }: T): Omit<T, 'faults'> => {
    result.faults.push(...faults.map((fault) => `${part}: ${fault}`))
    say(`${part}: ${JSON.stringify({ ...figures, faults: faults.length })}`)
    for (const fault of faults.slice(0, MAX_SHOWN)) say(`  ${fault.slice(0, 300)}`)
    return figures
  }
  const shops = await newShops(installations, calls, url, options.businesses)
  say(`${shops.length} businesses exist`)
  const load = { calls, shops, urlOf: () => url, perSecond: options.perSecond }

  const probes = shops.flatMap((shop) => basicProbes(url, shop))
  if (parts.includes('links')) {
    for (const shop of shops.slice(0, options.complete))
      probes.push(...(await everyProbe(installationOf(proxied, shop), calls, url, shop)))
    result.links = noted('links', await checkProbes(installations, calls, probes))
    result.faults.push(
      ...(await checkMcp(
        url,
        NAMES.map((name) => shops.find(({ at }) => at === name)!),
      )),
    )
  }
  if (parts.includes('moves') && options.moves > 0) {
    const movers = shops.slice(-Math.min(MAX_MOVERS, options.moves))
    const random = seeded(options.seed)
    result.moves = noted(
      'moves',
      await runMoves({ ...options, url, installations, commands, receiver, shops, movers, random }),
    )
    result.linksAfterMoves = noted('links after the moves', await checkProbes(installations, calls, probes))
  }
  if (parts.includes('stop')) result.stop = noted('stop', await stopOne(installations, 'b', load, seconds))
  if (parts.includes('block'))
    result.block = noted('block', await blockQuestions(installations, load, url, options.blocked))
  if (parts.includes('cost'))
    result.cost = noted(
      'cost',
      await measureCost({
        proxied,
        shops,
        load,
        perSecond: options.perSecond,
        seconds: seconds / 4,
        rounds: COST_ROUNDS,
      }),
    )
  if (parts.includes('upgrade'))
    result.upgrade = noted('upgrade', await upgradeUnderLoad(installations, commands, load))
  return result
}

const installationOf = ({ installations }: Proxied, { at }: Shop) => installations[NAMES.indexOf(at)]!
