// GEOCODER=local: geocodes addresses from imported addresses and roads. A wrong location is worse than none: if several
// locations fit, the answer is a question with candidates.
import type { Account } from '../../../domain/addresses/matching/account.ts'
import { labelOf } from '../../../domain/addresses/matching/label.ts'
import { readQuery } from '../../../domain/addresses/matching/query.ts'
import { plainRegion } from '../../../domain/addresses/us-address.ts'
import { keyOf } from '../../../domain/addresses/words/tokens.ts'
import { isUnprepared } from '../../../store/addresses/address-index.ts'
import { statesOfCity } from '../../../store/addresses/address-lookups.ts'
import type { Database } from '../../../store/database.ts'
import type { Candidate, Geocoder } from '../../ports/geocoder.ts'
import { lookUp } from './look-up.ts'

export const localGeocoder = (db: Pick<Database, 'asSystem'>): Geocoder => ({
  name: 'local',
  knowsTown: async ({ city, region }) => {
    const states = await db.asSystem((tx) => statesOfCity(tx, keyOf(city ?? '')))
    const asked = plainRegion(region ?? '')
    return states === null || states.some((state) => state === '' || asked === '' || plainRegion(state) === asked)
  },
  find: async (asked) => {
    try {
      const decision = await db.asSystem((tx) => lookUp(tx, readQuery(asked)))
      if (decision.kind === 'NOT_FOUND') return { found: false, candidates: [] }
      if (decision.kind === 'AMBIGUOUS') return { found: false, candidates: decision.candidates.map(candidateOf) }
      const { point, label } = candidateOf(decision.best)
      return { found: true, point, precision: decision.kind === 'EXACT' ? 'PLACED' : 'APPROXIMATE', label }
    } catch (error) {
      if (!isUnprepared(error)) throw error
      throw new Error('no addresses are imported yet: run the command import-addresses', { cause: error })
    }
  },
})

const candidateOf = (account: Account): Candidate => ({ point: account.spot.at, label: labelOf(account) })
