// The photos of a stop that wait on the phone.
import type { RunStop } from '../../src/contract/driver.ts'
import type { Waiting } from './outbox.ts'

export const unsentPhotos = (waiting: readonly Waiting[], { stop_uuid }: RunStop): Waiting[] =>
  waiting.filter(({ proof }) => proof?.kind === 'PHOTO' && proof.stop_uuid === stop_uuid)
