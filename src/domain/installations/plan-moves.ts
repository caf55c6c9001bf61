// Plans which businesses move to another installation, so that all installations have similar loads.

export interface LoadedBusiness {
  businessId: string
  /** Writes in the last 24 hours. */
  load: number
}

export interface LoadedInstallation {
  name: string
  /** The businesses that the installation serves. */
  businesses: readonly LoadedBusiness[]
  /** Whether all businesses should leave the installation. */
  isDrained: boolean
}

export interface PlannedMove extends LoadedBusiness {
  from: string
  to: string
}

/** An installation is balanced if its load is at most this share above the mean. */
const TOLERANCE = 0.1

/**
 * Returns at most `maxMoves` moves of different businesses, in the order in which they should be made. The businesses of all
 * drained installations leave first, beginning with the highest load. After that, the largest suitable business of the
 * installation with the highest load moves to the one with the lowest load. This is repeated until no load is more than 10 %
 * above the mean, or the installation with the highest load has no suitable business.
 */
export function planMoves(installations: readonly LoadedInstallation[], maxMoves: number): PlannedMove[] {
  const all = installations.map(({ businesses, ...installation }) => ({
    ...installation,
    businesses: businesses.toSorted(byLoad),
    load: sumOf(businesses),
  }))
  const open = all.filter(({ isDrained }) => !isDrained)
  if (open.length === 0) return []
  const moves: PlannedMove[] = []
  const move = (business: LoadedBusiness, from: (typeof all)[number], to: (typeof all)[number]): void => {
    from.businesses = from.businesses.filter((one) => one !== business)
    from.load -= business.load
    to.load += business.load
    moves.push({ ...business, from: from.name, to: to.name })
  }
  const lowest = () => open.reduce((least, one) => (one.load < least.load ? one : least))
  const leaving = all
    .filter(({ isDrained }) => isDrained)
    .flatMap((from) => from.businesses.map((business) => ({ business, from })))
    .sort((a, b) => byLoad(a.business, b.business))
  for (const { business, from } of leaving.slice(0, maxMoves)) move(business, from, lowest())
  const mean = open.reduce((sum, { load }) => sum + load, 0) / open.length
  while (moves.length < maxMoves) {
    const from = open.reduce((most, one) => (one.load > most.load ? one : most))
    const to = lowest()
    if (from.load <= mean * (1 + TOLERANCE)) break
    // A business with more than half of the difference would only exchange the roles of both installations.
    const suitable = from.businesses.find(({ load }) => load > 0 && load <= (from.load - to.load) / 2)
    if (!suitable) break
    move(suitable, from, to)
  }
  return moves
}

const sumOf = (businesses: readonly LoadedBusiness[]): number => businesses.reduce((sum, { load }) => sum + load, 0)

/** The highest load first. */
const byLoad = (a: LoadedBusiness, b: LoadedBusiness): number =>
  b.load - a.load || (a.businessId < b.businessId ? -1 : 1)
