// Manages access that outlives its creator: API keys, webhook endpoints, connections of shops and single sign-on. Only owners create such
// access. If the creator is removed or is no longer an owner, another owner decides whether to keep or revoke it.
import { text } from '../../../texts/text.ts'
import type { MadeAccessOut } from '../../../contract/office/users.ts'
import type { AuditEntry } from '../../../domain/audit.ts'
import { audit } from '../../../store/audit/audit.ts'
import type { Tx } from '../../../store/database.ts'
import { type KeyRead, readKeys, revokeKey, setCreatorOfKey } from '../../../store/keys/api-keys.ts'
import { deleteSingleSignOn, readSingleSignOn, setCreatorOfSingleSignOn } from '../../../store/users/single-sign-on.ts'
import type { UserRead } from '../../../store/users/users.ts'
import { testSideOf } from '../../../store/settings/businesses.ts'
import { abandonPending } from '../../../store/webhooks/webhook-deliveries.ts'
import {
  readEndpoints,
  removeEndpoint,
  setCreatorOfEndpoint,
  type WebhookEndpoint,
} from '../../../store/webhooks/webhook-endpoints.ts'
import { type Connector, readConnectors } from '../../../store/connectors/connectors.ts'
import { type Context, makeContext } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'
import { deleteConnector, setResponsible } from '../../integrations/connectors/manage-connectors.ts'

/**
 * Decision about access whose creator left. LATER: the access stays, and the pages that list it ask for the decision.
 */
export type Decision = 'KEEP' | 'REVOKE' | 'LATER'

/** Decision about the access that a user created, and the part of this access that is on the test side. */
export interface MadeAccess {
  creatorId: string
  decision: Decision | null
  onTestSide: CreatedAccess
}

/**
 * Applies the decision about access that a user created, on both sides of the business. `change` removes or demotes the
 * user, and calls `decideMadeAccess` in its transaction. The test side is a separate business, so its transaction
 * follows. Until then, the test side shows this access as created by a user who left.
 */
export async function decidingMadeAccess(
  ctx: Context,
  { creatorId, decision }: Omit<MadeAccess, 'onTestSide'>,
  change: (access: MadeAccess) => Promise<void>,
): Promise<void> {
  const side = await testSide(ctx)
  const onTestSide = side ? await side.read((tx) => readCreatedAccess(side, tx, creatorId)) : NOTHING
  await change({ creatorId, decision, onTestSide })
  if (side && decision !== null && decision !== 'LATER')
    await side.write(async (tx) => keepOrRevokeAccess(side, tx, creatorId, decision))
}

/**
 * Applies the decision to the access of this side. If there is access but no decision, throws 409 and lists the access
 * of both sides.
 */
export async function decideMadeAccess(
  ctx: Context,
  tx: Tx,
  creator: UserRead,
  { decision, onTestSide }: MadeAccess,
): Promise<void> {
  if (decision !== null) return keepOrRevokeAccess(ctx, tx, creator.userId, decision)
  const { keys, endpoints, connectors, singleSignOn } = await readCreatedAccess(ctx, tx, creator.userId)
  const made = {
    keys: [...keys, ...onTestSide.keys],
    endpoints: [...endpoints, ...onTestSide.endpoints],
    connectors: [...connectors, ...onTestSide.connectors],
    singleSignOn,
  }
  if (made.keys.length + made.endpoints.length + made.connectors.length === 0 && !made.singleSignOn) return
  throw conflicting(
    'MADE_ACCESS',
    text(
      '{creator} made keys, webhook endpoints, connections of shops or single sign-on that would stay. Choose whether to keep or revoke them.',
      { creator: creator.name },
    ),
    { made: createdAccessToWire(made) },
  )
}

async function keepOrRevokeAccess(ctx: Context, tx: Tx, creatorId: string, decision: Decision): Promise<void> {
  const made = await readCreatedAccess(ctx, tx, creatorId)
  if (decision === 'REVOKE') await revokeCreatedAccess(ctx, tx, made)
  // Skip owners who leave, because they can't take responsibility for the access that they created.
  if (decision === 'KEEP' && ctx.actor.id !== creatorId) await auditKeptAccess(ctx, tx, made)
}

/** Returns a context of the test side. Null if there is none. */
async function testSide(ctx: Context): Promise<Context | null> {
  const businessId = await testSideOf(ctx.db, ctx.businessId)
  if (businessId === null) return null
  const { actor, requestId, timeZone } = ctx
  return makeContext(ctx, { businessId, timeZone, actor, requestId, isTest: true, idempotency: null })
}

const NOTHING: CreatedAccess = { keys: [], endpoints: [], connectors: [], singleSignOn: false }

interface CreatedAccess {
  keys: KeyRead[]
  endpoints: WebhookEndpoint[]
  connectors: Connector[]
  singleSignOn: boolean
}

async function readCreatedAccess({ now }: Context, tx: Tx, creatorId: string): Promise<CreatedAccess> {
  const isUsable = (key: KeyRead): boolean => !key.revokedAt && (key.expiresAt === null || key.expiresAt > now)
  return {
    keys: (await readKeys(tx)).filter((key) => key.madeBy === creatorId && isUsable(key)),
    endpoints: (await readEndpoints(tx)).filter(({ madeBy }) => madeBy === creatorId),
    connectors: (await readConnectors(tx)).filter(({ madeBy }) => madeBy === creatorId),
    singleSignOn: (await readSingleSignOn(tx))?.madeBy === creatorId,
  }
}

const createdAccessToWire = ({ keys, endpoints, connectors, singleSignOn }: CreatedAccess): MadeAccessOut => ({
  keys: keys.map(({ keyId, name, prefix }) => ({ key_uuid: keyId, name, prefix })),
  endpoints: endpoints.map(({ endpointId, url }) => ({ endpoint_uuid: endpointId, url })),
  connectors: connectors.map(({ connectorId, name }) => ({ connector_uuid: connectorId, name })),
  single_sign_on: singleSignOn,
})

async function revokeCreatedAccess(
  ctx: Context,
  tx: Tx,
  { keys, endpoints, connectors, singleSignOn }: CreatedAccess,
): Promise<void> {
  for (const connector of connectors) await deleteConnector(ctx, tx, connector)
  for (const { keyId } of keys) {
    await revokeKey(tx, keyId, ctx.now)
    audit(tx, ctx, { action: 'key.revoked', entity: 'api_key', entityId: keyId })
  }
  for (const { endpointId, url } of endpoints) {
    await removeEndpoint(tx, endpointId, ctx.now)
    await abandonPending(tx, endpointId, ctx.now)
    audit(tx, ctx, {
      action: 'webhook_endpoint.deleted',
      entity: 'webhook_endpoint',
      entityId: endpointId,
      detail: { url },
    })
  }
  if (!singleSignOn) return
  await deleteSingleSignOn(tx)
  audit(tx, ctx, { action: 'single_sign_on.removed', entity: 'single_sign_on', entityId: ctx.businessId })
}

async function auditKeptAccess(
  ctx: Context,
  tx: Tx,
  { keys, endpoints, connectors, singleSignOn }: CreatedAccess,
): Promise<void> {
  for (const connector of connectors) await setResponsible(ctx, tx, connector)
  const by = ctx.actor.id
  const kept: AuditEntry[] = []
  for (const { keyId } of keys) {
    await setCreatorOfKey(tx, keyId, by)
    kept.push({ action: 'key.kept', entity: 'api_key', entityId: keyId })
  }
  for (const { endpointId, url } of endpoints) {
    await setCreatorOfEndpoint(tx, endpointId, by)
    kept.push({
      action: 'webhook_endpoint.kept',
      entity: 'webhook_endpoint',
      entityId: endpointId,
      detail: { url },
    })
  }
  if (singleSignOn) {
    await setCreatorOfSingleSignOn(tx, by)
    kept.push({ action: 'single_sign_on.kept', entity: 'single_sign_on', entityId: ctx.businessId })
  }
  audit(tx, ctx, ...kept)
}

/** Makes the caller responsible for the key. */
export const takeResponsibilityForKey = (ctx: Context, keyId: string): Promise<void> =>
  ctx.write(async (tx) => {
    const key = (await readKeys(tx)).find((one) => one.keyId === keyId)
    if (!key) throw missing('key with that uuid')
    await auditKeptAccess(ctx, tx, { ...NOTHING, keys: [key] })
  })

/** Makes the caller responsible for the endpoint. */
export const keepEndpointOfRemovedUser = (ctx: Context, endpointId: string): Promise<void> =>
  ctx.write(async (tx) => {
    const endpoint = (await readEndpoints(tx)).find((one) => one.endpointId === endpointId)
    if (!endpoint) throw missing('webhook endpoint with that id')
    await auditKeptAccess(ctx, tx, { ...NOTHING, endpoints: [endpoint] })
  })
