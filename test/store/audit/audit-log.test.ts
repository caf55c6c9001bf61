// The audit log is append-only by grants: no role that the service works as can change or delete what is in it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { AnyTx } from '../../../src/store/database.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()
const { app } = service

const CHANGES = {
  update: sql`update audit_log set action = 'other'`,
  delete: sql`delete from audit_log`,
  truncate: sql`truncate audit_log`,
  'insert over it': sql`insert into audit_log select * from audit_log on conflict (business_uuid, audit_uuid) do update set action = 'other'`,
}

for (const [what, change] of Object.entries(CHANGES))
  test(`to ${what} is refused to every role of the service`, async () => {
    const { businessId } = await service.business()
    const attempt = async (tx: AnyTx) => void (await change.execute(tx))
    const denied = { message: /permission denied for table audit_log/ }
    await assert.rejects(app.db.asBusiness(businessId, attempt), denied)
    await assert.rejects(app.db.asWriter(businessId, attempt), denied)
    await assert.rejects(app.db.asSystem(attempt), denied)
    const [row] = await app.db.query<{ rows: number }>(
      `select count(*)::int as rows from audit_log where business_uuid = $1 and action = 'business.created'`,
      [businessId],
    )
    assert.equal(row?.rows, 1)
  })
