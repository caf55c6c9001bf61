// Deliberate faults, put into the server's sources as they are loaded: a proof that can not fail proves nothing.
import { registerHooks } from 'node:module'

/** A place in a source that is changed. */
interface Edit {
  file: string
  from: string
  to: string
}

/** Long enough that a kill under load falls into it now and then. */
const LATER_MS = 50

export const FAULTS: Record<string, Edit[]> = {
  'outbox-after-commit': [
    {
      file: '/src/app/integrations/webhooks/emit.ts',
      from: 'insertEvents(\n    tx,\n    events.map(({ name, facts }) => ({ eventId: ctx.newId(), event: name, facts, at: ctx.now })),\n    ctx.now,\n    areHeard,\n  )',
      to: `setTimeout(() => ctx.db.asBusiness(ctx.businessId, async (late) => insertEvents(late, events.map(({ name, facts }) => ({ eventId: ctx.newId(), event: name, facts, at: ctx.now })), ctx.now)).then(() => ctx.wake('webhooks'), () => {}), ${LATER_MS})`,
    },
  ],
  'stored-response-after-commit': [
    {
      file: '/src/app/context.ts',
      from: 'if (idempotency) storeResponse(tx, idempotency, idempotency.respond(result), app.secrets)',
      to: `if (idempotency) { const response = idempotency.respond(result); setTimeout(() => app.db.asBusiness(businessId, async (late) => storeResponse(late, idempotency, response, app.secrets)).catch(() => {}), ${LATER_MS}) }`,
    },
  ],
  'done-before-send': [
    {
      file: '/src/app/integrations/webhooks/send-due.ts',
      from: 'sent.push({ delivery, at, result: await app.webhookPost.post(message) })',
      to: `sent.push({ delivery, at, result: { statusCode: 200, error: null, excerpt: null, durationMs: 0 } }); setTimeout(() => void app.webhookPost.post(message), ${2 * LATER_MS})`,
    },
  ],
  'endless-errors': [
    { file: '/src/http/errors.ts', from: 'const MOST_LISTED = 20', to: 'const MOST_LISTED = Infinity' },
  ],
  // Without row level security too: with it, a query that forgets whose rows it reads finds none.
  'office-query-of-all': [
    {
      file: '/src/store/database.ts',
      from: "`set_config('role', 'roundsman_app', true), set_config",
      to: '`set_config',
    },
    {
      file: '/src/store/users/users.ts',
      from: "const rows = await selectOwn(tx, 'users')",
      to: "const rows = await tx.selectFrom('users')",
    },
  ],
  'depots-unwalled': [
    {
      file: '/src/store/database.ts',
      from: "set_config('role', 'roundsman_depots', true)",
      to: "set_config('role', 'roundsman_app', true)",
    },
  ],
}

const edits = FAULTS[process.env.PROOF_FAULT ?? '']
if (edits)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const own = edits.filter(({ file }) => url.endsWith(file))
      if (own.length === 0) return loaded
      let source = textOf(loaded.source)
      for (const { file, from, to } of own) {
        if (!source.includes(from)) throw new Error(`${file} is no longer as this fault expects`)
        source = source.replace(from, () => to)
      }
      return { ...loaded, source }
    },
  })

function textOf(source: unknown): string {
  return typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()
}
