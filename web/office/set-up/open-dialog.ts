// The open dialog of the team, and its subject.
import type { UserOut } from '../../../src/contract/office/users.ts'
import type { AccessDecision } from './leaving-dialog.tsx'

export interface NewLink {
  title: string
  lead: string
  secret: string
}

export type Open =
  | { kind: 'invite' }
  | { kind: 'link'; link: NewLink }
  | { kind: 'sessions' | 'depots'; user: UserOut }
  | { kind: 'leaving'; leaving: AccessDecision }
