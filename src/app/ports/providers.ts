// How the services that Roundsman depends on are doing.

export type ProviderName = 'geocoder' | 'distances' | 'map_tiles' | 'disk' | 'replica' | 'solvers'

export interface ProviderCheck {
  status: 'ok' | 'down' | 'not_configured'
  latencyMs?: number
  checkedAt: Date
  /** A short sentence; never an address or a key. */
  detail?: string
}

export interface ProviderWatch {
  /** How the provider was when last looked at; at once, but for the very first time. */
  check(name: ProviderName): Promise<ProviderCheck>
}
