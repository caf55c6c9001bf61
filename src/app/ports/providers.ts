// Health of the services that Roundsman depends on.

export type ProviderName = 'geocoder' | 'distances' | 'map_tiles' | 'disk' | 'replica' | 'solvers'

export interface ProviderCheck {
  status: 'ok' | 'down' | 'not_configured'
  latencyMs?: number
  checkedAt: Date
  /** Details for the operator in a short sentence. Never contains a customer's address or a key. */
  detail?: string
}

export interface ProviderWatch {
  /** Returns the result of the latest check. Responds immediately, except for the first call. */
  check(name: ProviderName): Promise<ProviderCheck>
}
