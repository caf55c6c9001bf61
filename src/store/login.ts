// The login that serves requests. It owns nothing and may only switch to the application's roles. An injected statement therefore lacks the owner's permissions (docs/decisions/038-the-login-owns-nothing.md).
import pg from 'pg'
import { type Connection, configsOf, openClient } from './servers.ts'

const ROLES = ['roundsman_app', 'roundsman_depots', 'roundsman_system', 'roundsman_entry']

const READ = `
  select (select bool_and(pg_has_role(r.oid, role, 'member')) from unnest($2::text[]) role) as serves,
    case when rolsuper then 'is a superuser' when rolbypassrls then 'passes row security by'
         when rolcreaterole then 'may make roles' when rolcreatedb then 'may make databases'
         when pg_has_role(r.oid, c.relowner, 'member') then 'may do what the owner of the tables may' end as powers
  from pg_roles r, pg_class c where r.rolname = $1 and c.oid = 'businesses'::regclass`

/**
 * Creates the login, with the password of its connection, if it doesn't exist, and grants it the application's roles.
 * Throws if the login may do more than it should.
 */
export async function prepareLogin(owner: Connection, login: Connection): Promise<void> {
  const { user, password } = new pg.Client(configsOf(login)[0])
  if (!user) throw new Error('DATABASE_URL must name a user.')
  const client = await openClient(owner)
  try {
    const read = async () =>
      (await client.query<{ serves: boolean; powers: string | null }>(READ, [user, ROLES])).rows[0]
    if (!(await read())?.serves) {
      await client.query(`begin; select pg_advisory_xact_lock(hashtext('roundsman:login'))`)
      const named = pg.escapeIdentifier(user)
      const secret = password ? ` password ${pg.escapeLiteral(password)}` : ''
      if (!(await read())) await client.query(`create role ${named} login${secret}`)
      await client.query(`grant ${ROLES.join(', ')} to ${named}; commit`)
    }
    const powers = (await read())?.powers
    if (powers)
      throw new Error(
        `DATABASE_URL: the user ${user} ${powers}. Name a user that does not exist yet. The start creates it with DATABASE_OWNER_URL.`,
      )
  } finally {
    await client.end()
  }
}

/** Returns whether the user of this connection is a superuser, whom no permission limits. */
export async function isSuperuser(connection: Connection): Promise<boolean> {
  const client = await openClient(connection)
  try {
    const { rows } = await client.query<{ yes: boolean }>(
      'select rolsuper as yes from pg_roles where rolname = session_user',
    )
    return rows[0]?.yes === true
  } finally {
    await client.end()
  }
}
