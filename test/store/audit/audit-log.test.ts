// Grants make the audit log append-only. Roles that serve requests can't change or delete entries. The system, which deletes
// entries after the retention period, can't write any.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { AnyTx } from '../../../src/store/database.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()
const { app } = service

const CHANGES = {
  update: sql`update audit_log set action = 'other'`,
  truncate: sql`truncate audit_log`,
  'insert over it': sql`insert into audit_log select * from audit_log on conflict (business_uuid, audit_uuid) do update set action = 'other'`,
}
/** The clean-up job's statements, which are allowed to the system. */
const TAKEN_OUT = {
  delete: sql`delete from audit_log`,
  'empty a detail': sql`update audit_log set detail = null`,
}
const denied = { message: /permission denied for table audit_log/ }
const doing = (change: typeof CHANGES.update) => async (tx: AnyTx) => void (await change.execute(tx))

for (const [what, change] of Object.entries({ ...CHANGES, ...TAKEN_OUT }))
  test(`a statement to ${what} is refused to every role that serves requests`, async () => {
    const { businessId } = await service.business()
    await assert.rejects(app.db.asBusiness(businessId, doing(change)), denied)
    await assert.rejects(app.db.asWriter(businessId, doing(change)), denied)
    const [row] = await app.db.query<{ rows: number }>(
      `select count(*)::int as rows from audit_log where business_uuid = $1 and action = 'business.created'`,
      [businessId],
    )
    assert.equal(row?.rows, 1)
  })

for (const [what, change] of Object.entries(CHANGES))
  test(`a statement to ${what} is refused to the system`, () => assert.rejects(app.db.asSystem(doing(change)), denied))

test('the system can empty a detail, but not write into it', async () => {
  const { businessId } = await service.business()
  const detail = (to: string | null) =>
    app.db.asSystem(doing(sql`update audit_log set detail = ${to}::jsonb where business_uuid = ${businessId}::uuid`))
  await assert.rejects(detail('{"by":"another"}'), { message: /violates row-level security policy/ })
  await detail(null)
})
