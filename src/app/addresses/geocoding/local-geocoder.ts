// GEOCODER=local: geocodes addresses from imported addresses and roads. A wrong location is worse than none: if several
// locations fit, the answer is a question with candidates.
import type { ScoredReading } from '../../../domain/addresses/matching/score-reading.ts'
import { addressLabel } from '../../../domain/addresses/matching/address-label.ts'
import { readQuery } from '../../../domain/addresses/matching/query.ts'
import { normalizeRegion } from '../../../domain/addresses/us-address.ts'
import { foldedKey } from '../../../domain/addresses/words/tokens.ts'
import { isMissingIndexError } from '../../../store/addresses/address-index.ts'
import { findStatesOfCity } from '../../../store/addresses/address-lookups.ts'
import type { Database } from '../../../store/database.ts'
import type { Candidate, Geocoder } from '../../ports/geocoder.ts'
import { lookUpAddress, suggestAddresses } from './look-up-address.ts'

export const openLocalGeocoder = (db: Pick<Database, 'asSystem'>): Geocoder => ({
  name: 'local',
  knowsTown: async ({ city, region }) => {
    const states = await db.asSystem((tx) => findStatesOfCity(tx, foldedKey(city ?? '')))
    const requested = normalizeRegion(region ?? '')
    return (
      states === null ||
      states.some((state) => state === '' || requested === '' || normalizeRegion(state) === requested)
    )
  },
  suggest: async (typed, depots) => {
    try {
      return await db.asSystem((tx) => suggestAddresses(tx, typed, depots))
    } catch (error) {
      if (!isMissingIndexError(error)) throw error
      return []
    }
  },
  find: async (requested) => {
    try {
      const decision = await db.asSystem((tx) => lookUpAddress(tx, readQuery(requested)))
      if (decision.kind === 'NOT_FOUND') return { found: false, candidates: [] }
      if (decision.kind === 'AMBIGUOUS') return { found: false, candidates: decision.candidates.map(candidateOf) }
      const { point, label } = candidateOf(decision.best)
      return { found: true, point, precision: decision.kind === 'EXACT' ? 'PLACED' : 'APPROXIMATE', label }
    } catch (error) {
      if (!isMissingIndexError(error)) throw error
      throw new Error('no addresses are imported yet: run the command import-addresses', { cause: error })
    }
  },
})

const candidateOf = (account: ScoredReading): Candidate => ({
  point: account.location.at,
  label: addressLabel(account),
})
