// GEOCODER=none: no address is ever found, so what comes without a point is flagged for the office.
import type { Geocoder } from '../../app/ports/geocoder.ts'

export const noGeocoder: Geocoder = { name: 'none', find: async () => ({ found: false }) }
