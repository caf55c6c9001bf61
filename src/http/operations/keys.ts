// Handlers for API keys and the log of their requests.
import {
  changeKey,
  type KeyChange,
  listKeys,
  makeKey,
  revokeOwnKey,
  rollOverKey,
} from '../../app/integrations/keys/manage-keys.ts'
import { readKey } from '../../app/integrations/keys/read-key.ts'
import { listCalls, listRequests } from '../../app/integrations/keys/request-log.ts'
import { takeResponsibilityForKey } from '../../app/people/users/made-access.ts'
import type { Input } from '../../contract/endpoint.ts'
import * as key from '../../contract/key.ts'
import * as screen from '../../contract/office/integrations.ts'
import { NO_LIMITS } from '../../domain/users/key.ts'
import { pageReply } from './answers.ts'
import { byKey, office } from './operation.ts'

export const keyOperations = [
  byKey(key.readKey, readKey),
  byKey(key.listCalls, (ctx, { query }) => listCalls(ctx, query), pageReply),
  office(screen.listKeys, (ctx) => listKeys(ctx, ctx.session.homeId)),
  office(screen.keepKey, (ctx, { params }) => takeResponsibilityForKey(ctx, params.key_uuid)),
  office(screen.createKey, (ctx, { body }) => makeKey(ctx, keyOf(body))),
  office(screen.changeKey, (ctx, { params, body }) => changeKey(ctx, params.key_uuid, keyChange(body))),
  office(screen.rollOverKey, (ctx, { params, body }) => rollOverKey(ctx, params.key_uuid, body.overlap_hours)),
  office(screen.revokeKey, (ctx, { params }) => revokeOwnKey(ctx, params.key_uuid)),
  office(screen.listRequests, (ctx, { query }) => listRequests(ctx, query)),
]

type KeyBody = Input<typeof screen.changeKey>['body']

/** Members that were sent. Null means no limit. */
function keyChange({ name, scopes, allowed_addresses, expires_at }: KeyBody): KeyChange {
  return {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes }),
    ...(allowed_addresses !== undefined && { allowedAddresses: allowed_addresses }),
    ...(expires_at !== undefined && { expiresAt: expires_at }),
  }
}

const keyOf = ({ name, ...body }: Input<typeof screen.createKey>['body']) => ({
  name,
  limits: { ...NO_LIMITS, ...keyChange(body) },
})
