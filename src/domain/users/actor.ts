// Author of a change. Stored in the audit log, and in some events as their source.

export const ACTOR_KINDS = ['API', 'OFFICE', 'DRIVER', 'CUSTOMER', 'OPERATOR', 'SYSTEM'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export interface Actor {
  kind: ActorKind
  /** ID of the key, user or driver. The system and operators have null. */
  id: string | null
}
