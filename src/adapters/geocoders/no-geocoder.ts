// GEOCODER=none: finds no address. Orders without a location are therefore flagged for the office.
import type { Geocoder } from '../../app/ports/geocoder.ts'

export const noGeocoder: Geocoder = { name: 'none', find: async () => ({ found: false }) }
