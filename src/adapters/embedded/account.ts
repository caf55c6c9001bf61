// Chooses the account that runs PostgreSQL, which refuses to run as root.
import { execFileSync, type SpawnOptions, spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, statSync } from 'node:fs'

const NOBODY = 65534

export type Account = {
  uid: number
  gid: number
  /** Returns the program and arguments that run `program` under this account. */
  command(program: string, args: string[]): [program: string, args: string[], options: SpawnOptions]
}

/**
 * Returns the account for a database under `dataDir`: the current user or, for root, an account without root's
 * privileges.
 */
export function postgresAccount(dataDir: string): Account {
  const uid = process.getuid?.() ?? NOBODY
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? NOBODY, command: (program, args) => [program, args, {}] }
  // In a user namespace, PostgreSQL sees root as an ordinary user, while its files still belong to root outside.
  const namespace = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (spawnSync('unshare', [...namespace, 'test', '-w', dataDir]).status === 0)
    return { uid: 0, gid: 0, command: (program, args) => ['unshare', [...namespace, program, ...args], {}] }
  return unprivilegedAccount(dataDir)
}

// Containers often forbid namespaces. The account is then the owner of the directory or, if that is root, nobody.
function unprivilegedAccount(dataDir: string): Account {
  const owner = statSync(dataDir)
  const [uid, gid] = owner.uid === 0 ? [NOBODY, NOBODY] : [owner.uid, owner.gid]
  if (owner.uid === 0) chmodSync(dataDir, owner.mode | 0o111)
  return { uid, gid, command: (program, args) => [program, args, { uid, gid, cwd: '/' }] }
}

/**
 * Gives `directory` and its contents to the account, if this process is root and the directory has a different owner.
 */
export function chownTo(directory: string, account: Account) {
  if (process.getuid?.() === 0 && lstatSync(directory).uid !== account.uid)
    execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, directory])
}
