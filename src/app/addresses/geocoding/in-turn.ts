// Asks a geocoder no more often than it wants, all processes together.
import type { Database } from '../../../store/database.ts'
import { takeTurn } from '../../../store/addresses/geocode-answers.ts'
import type { Geocoder } from '../../ports/geocoder.ts'

/** Under the shortest time that callers give a look-up, so that a turn taken is a turn used. */
const LONGEST_WAIT_MS = 1_500

/** Throws when the turn would come too late. */
export const inTurn = (geocoder: Geocoder, db: Pick<Database, 'asSystem'>, perSecond: number): Geocoder => ({
  name: geocoder.name,
  find: async (address, signal) => {
    const waitMs = await db.asSystem((tx) => takeTurn(tx, geocoder.name, 1_000 / perSecond, LONGEST_WAIT_MS))
    if (waitMs === null) throw new Error(`${geocoder.name} may be asked ${perSecond} times a second: too many wait`)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    signal.throwIfAborted()
    return geocoder.find(address, signal)
  },
})
