// Deliberate faults, put into the server's sources as they are loaded: a proof that can not fail proves nothing.
import { registerHooks } from 'node:module'

interface Fault {
  file: string
  from: string
  to: string
}

/** Long enough that a kill under load falls into it now and then. */
const LATER_MS = 50

export const FAULTS: Record<string, Fault> = {
  'outbox-after-commit': {
    file: '/src/app/webhooks/emit.ts',
    from: 'await insertDeliveries(tx, ctx.businessId, owed, ctx.now)',
    to: `setTimeout(() => ctx.db.asBusiness(ctx.businessId, (late) => insertDeliveries(late, ctx.businessId, owed, ctx.now)).then(() => ctx.wake('webhooks'), () => {}), ${LATER_MS})`,
  },
  'kept-answer-after-commit': {
    file: '/src/app/context.ts',
    from: 'if (caller.idempotency) await keepReply(tx, caller.businessId, caller.idempotency, reply, app.secrets)',
    to: `const own = caller.idempotency; if (own) setTimeout(() => app.db.asBusiness(caller.businessId, (late) => keepReply(late, caller.businessId, own, reply, app.secrets)).catch(() => {}), ${LATER_MS})`,
  },
  'done-before-send': {
    file: '/src/app/webhooks/send-due.ts',
    from: 'sent.push({ delivery, at, result: await app.webhookPost.post(message) })',
    to: `sent.push({ delivery, at, result: { statusCode: 200, error: null, excerpt: null, durationMs: 0 } }); setTimeout(() => void app.webhookPost.post(message), ${2 * LATER_MS})`,
  },
}

const fault = FAULTS[process.env.PROOF_FAULT ?? '']
if (fault)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(fault.file)) return loaded
      const source = textOf(loaded.source)
      if (!source.includes(fault.from)) throw new Error(`${fault.file} is no longer as this fault expects`)
      return { ...loaded, source: source.replace(fault.from, () => fault.to) }
    },
  })

function textOf(source: unknown): string {
  return typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()
}
