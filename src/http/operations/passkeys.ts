// Handlers for passkeys: managing them, signing in, and confirming the user's identity.
import * as passkeys from '../../app/people/sign-in/passkeys.ts'
import * as contract from '../../contract/office/passkeys.ts'
import { entering, office, withoutSignIn } from './operation.ts'

export const passkeyOperations = [
  withoutSignIn(contract.beginPasskeySignIn, async (_input, { app }) => ({ options: await passkeys.beginSignIn(app) })),
  entering(contract.signInByPasskey, 'EVERY', (app, { body }, visitor) =>
    passkeys.signInByPasskey(app, body.credential, visitor),
  ),
  office(contract.listPasskeys, (ctx) => passkeys.readPasskeys(ctx, ctx.session)),
  office(contract.beginPasskey, async (ctx) => ({ options: await passkeys.beginPasskey(ctx, ctx.session) })),
  office(contract.addPasskey, (ctx, { body }) => passkeys.addPasskey(ctx, ctx.session, body)),
  office(contract.removePasskey, (ctx, { params }) => passkeys.removePasskey(ctx, ctx.session, params.passkey_uuid)),
  office(contract.beginConfirming, async (ctx) => ({ options: await passkeys.beginConfirming(ctx, ctx.session) })),
  office(contract.confirmByPasskey, (ctx, { body }) => passkeys.confirmByPasskey(ctx, ctx.session, body.credential)),
]
