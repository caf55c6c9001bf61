// Wires the configured geocoder: its provider, its rate limit, and its cache.
import { googleGeocoding } from './adapters/geocoders/google-geocoding.ts'
import { noGeocoder } from './adapters/geocoders/no-geocoder.ts'
import { nominatim } from './adapters/geocoders/nominatim.ts'
import { pelias } from './adapters/geocoders/pelias.ts'
import { photon } from './adapters/geocoders/photon.ts'
import { NOT_CONFIGURED, type Probe } from './adapters/provider-watch.ts'
import type { watchRegions } from './adapters/regions/region-folder.ts'
import { withCircuitBreaker } from './app/addresses/geocoding/circuit-breaker.ts'
import { withRateLimit } from './app/addresses/geocoding/rate-limit.ts'
import { openLocalGeocoder } from './app/addresses/geocoding/local-geocoder.ts'
import { withCache } from './app/addresses/geocoding/geocode-cache.ts'
import { withGeocoderStatistics, type ProviderCalls } from './app/operations/health/provider-calls.ts'
import type { Clock } from './app/ports/clock.ts'
import type { Geocoder } from './app/ports/geocoder.ts'
import type { GeocoderConfig } from './config.ts'
import type { Database } from './store/database.ts'
import { hasAddressIndex } from './store/addresses/address-index.ts'
import { VERSION } from './version.ts'

type Remote = Exclude<GeocoderConfig, { kind: 'none' } | { kind: 'regions' } | { kind: 'local' }>

type Regions = ReturnType<typeof watchRegions>

/**
 * Returns a function that returns the geocoder at this moment, because a region may be added while the service runs.
 */
export function openGeocoder(
  config: GeocoderConfig,
  db: Database,
  clock: Clock,
  calls: ProviderCalls,
  regions: Regions,
): () => Geocoder {
  if (config.kind === 'none') return () => noGeocoder
  const geocoder =
    config.kind === 'local' || config.kind === 'regions'
      ? openLocalGeocoder(db)
      : withRemoteSafeguards(config, db, clock, calls)
  return () => (config.kind === 'regions' && regions().length === 0 ? noGeocoder : geocoder)
}

/** Adds a rate limit, a circuit breaker and a cache to a remote geocoder. */
function withRemoteSafeguards(config: Remote, db: Database, clock: Clock, calls: ProviderCalls): Geocoder {
  const noted = withGeocoderStatistics(openRemoteGeocoder(config), calls)
  const asked = config.perSecond === null ? noted : withRateLimit(noted, db, config.perSecond)
  return withCache(withCircuitBreaker(asked, clock), db, clock)
}

function openRemoteGeocoder(config: Remote): Geocoder {
  if (config.kind === 'google') return googleGeocoding(config.url, config.key)
  if (config.kind === 'pelias') return pelias(config.url, config.key)
  return config.kind === 'photon' ? photon(config.url) : nominatim(config.url, `Roundsman/${VERSION}`)
}

const STATUS_PATHS: Record<Remote['kind'], string> = {
  nominatim: '/status?format=json',
  photon: '/status',
  pelias: '/status',
  google: '/',
}

/**
 * Returns the health check of the geocoder: a path that costs the provider nothing, or whether addresses are imported.
 * Null if there is no geocoder.
 */
export function geocoderProbe(config: GeocoderConfig, db: Database, regions: Regions): Probe | null {
  if (config.kind === 'none') return null
  if (config.kind !== 'local' && config.kind !== 'regions') return config.url + STATUS_PATHS[config.kind]
  return async () => {
    if (config.kind === 'regions' && regions().length === 0) return NOT_CONFIGURED
    return (await db.asSystem(hasAddressIndex)) ? null : 'No addresses have been imported yet.'
  }
}
