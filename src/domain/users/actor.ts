// Author of a change. Stored in the audit log, and in some events as their source.

export const ACTOR_KINDS = ['API', 'OFFICE', 'DRIVER', 'CUSTOMER', 'OPERATOR', 'SYSTEM'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export interface Actor {
  kind: ActorKind
  /** Key, user or driver. Null for the system and operators. */
  id: string | null
}
