// Deliberate faults that are put into the server's sources when they are loaded. A proof that can't fail proves
// nothing.
import { registerHooks } from 'node:module'

/** A replacement in a source file. */
interface Edit {
  file: string
  from: string
  to: string
}

/** Milliseconds of delay, so that kills under load sometimes happen within it. */
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
      from: '.then(post)',
      to: `.then(() => { setTimeout(() => void post(), ${2 * LATER_MS}); return { statusCode: 200, error: null, excerpt: null, durationMs: 0 } })`,
    },
  ],
  'endless-errors': [{ file: '/src/http/errors.ts', from: 'const MAX_LISTED = 20', to: 'const MAX_LISTED = Infinity' }],
  // The fault also turns off row-level security, which would hide the rows of other businesses from the faulty query.
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
      let source = sourceText(loaded.source)
      for (const { file, from, to } of own) {
        if (!source.includes(from)) throw new Error(`${file} doesn't match this fault any more`)
        source = source.replace(from, () => to)
      }
      return { ...loaded, source }
    },
  })

function sourceText(source: unknown): string {
  return typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()
}
