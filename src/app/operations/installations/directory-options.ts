// Options of the directory and its parts.
import type { Database } from '../../../store/database.ts'
import type { Log } from '../../ports/log.ts'
import type { Peers } from '../../ports/peers.ts'
import type { Secrets } from '../../ports/secrets.ts'

export interface DirectoryOptions {
  name: string
  db: Database
  secrets: Pick<Secrets, 'businessDigest'>
  peers: Peers
  log: Log
}
