// Who changes something: written to the audit log and, as its source, into some events.

export type ActorKind = 'API' | 'OFFICE' | 'DRIVER' | 'CUSTOMER' | 'OPERATOR' | 'SYSTEM'

export interface Actor {
  kind: ActorKind
  /** The key, user or driver; null for the system and operators. */
  id: string | null
}
