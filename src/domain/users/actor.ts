// Who changes something: written to the audit log and, as its source, into some events.

export const ACTOR_KINDS = ['API', 'OFFICE', 'DRIVER', 'CUSTOMER', 'OPERATOR', 'SYSTEM'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export interface Actor {
  kind: ActorKind
  /** The key, user or driver; null for the system and operators. */
  id: string | null
}
