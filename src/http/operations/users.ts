// Handlers for users, and for the links by which they join or set a password.
import { changeRole, listUsers, removeUser, requireSecondFactor } from '../../app/people/users/manage-users.ts'
import { changeDepots, listDepotsToChoose } from '../../app/people/users/depots-of-users.ts'
import { listPendingLinks, withdrawLink } from '../../app/people/users/pending-links.ts'
import { inviteUser, readLink, resetLink, useLink } from '../../app/people/sign-in/links.ts'
import * as users from '../../contract/office/users.ts'
import { entering, forVisitors, office } from './operation.ts'

export const userOperations = [
  office(users.listUsers, (ctx) => listUsers(ctx)),
  office(users.inviteUser, async (ctx, { body }) => ({
    link: await inviteUser(ctx, { ...body, depots: body.depot_uuids }),
  })),
  office(users.changeRole, (ctx, { params, body }) => changeRole(ctx, params.user_uuid, body.role, body.made ?? null)),
  office(users.requireSecondFactor, (ctx, { body }) => requireSecondFactor(ctx, body.required)),
  office(users.listDepotsToChoose, (ctx) => listDepotsToChoose(ctx)),
  office(users.changeDepots, (ctx, { params, body }) => changeDepots(ctx, params.user_uuid, body.depot_uuids)),
  office(users.removeUser, (ctx, { params, query }) => removeUser(ctx, params.user_uuid, query.made ?? null)),
  office(users.resetLink, async (ctx, { params }) => ({ link: await resetLink(ctx, params.user_uuid) })),
  office(users.listPendingLinks, (ctx) => listPendingLinks(ctx)),
  office(users.withdrawLink, (ctx, { params }) => withdrawLink(ctx, params.link_uuid)),
  forVisitors(
    users.readLink,
    {
      here: (app, { body }) => readLink(app, body.token),
      result: users.readLink.reply,
      at: ({ body }) => body.token,
    },
    async (link) => link,
  ),
  entering(
    users.useLink,
    ({ body }) => body.token,
    (app, { body }, { userAgent }) => useLink(app, body, userAgent),
  ),
]
