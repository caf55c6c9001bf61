// Sends due webhooks: claims them, posts them with no transaction open, records the results
// (docs/spec/webhooks.md#retries). After a crash between post and record, the webhook is sent again under the same
// delivery ID, by which receivers deduplicate.
import { timeoutLongerThan } from '../../../domain/outlasting.ts'
import { allocatePosts } from '../../../domain/webhooks/fair-share.ts'
import { type ProofWithFault, proofsOfStops } from '../../../store/routes/proofs.ts'
import { type ClaimedDelivery, claimDue, pendingEndpoints } from '../../../store/webhooks/webhook-claims.ts'
import type { App } from '../../context.ts'
import { runRecordingFailure, isolateFailures } from '../../operations/health/failed-work.ts'
import { MAX_POST_MS, type PostResult } from '../../ports/webhook-post.ts'
import { MAX_SHOP_POSTS, shopBody, writeBack } from '../connectors/write-back.ts'
import { recordAttempts, type PostedDelivery } from './record-attempts.ts'
import { renderWebhook, hasOutcome } from './render.ts'

const JOB = 'webhooks'
/**
 * Time after which the claims of a crashed sender end. It is longer than the posts of a working sender take. It is less
 * than a minute, so that another sender retries within a minute.
 */
const LEASE_MS = timeoutLongerThan(50_000, (MAX_SHOP_POSTS + 1) * MAX_POST_MS, 'the lease of a webhook')
/** Maximum wait for posts under way before the sender looks for more due deliveries. */
const LOOK_AGAIN_MS = 250

/**
 * Sends due deliveries until none is due or under way. Once `stopping` aborts, it only finishes posts that are under
 * way.
 */
export async function sendDue(app: App, stopping?: AbortSignal): Promise<void> {
  const underWay = new Map<string, number>()
  const sent: PostedDelivery[] = []
  let ended = () => {}
  let turn = 0
  let fault: unknown

  const send = async ({ delivery, post }: RenderedDelivery): Promise<void> => {
    const at = app.clock()
    const result = await Promise.resolve()
      .then(post)
      .catch((error: unknown) => {
        app.log.error({ err: error, endpoint_uuid: delivery.endpointId }, 'a webhook could not be posted')
        return { statusCode: null, error: 'the request could not be made', excerpt: null, durationMs: 0 }
      })
    sent.push({ delivery, at, result })
    ended()
  }
  const begin = async (): Promise<void> => {
    for (const rendered of await claimAndRender(app, underWay, turn)) {
      const { delivery } = rendered
      turn++
      underWay.set(delivery.endpointId, (underWay.get(delivery.endpointId) ?? 0) + 1)
      void send(rendered)
    }
  }

  for (;;) {
    const done = sent.splice(0)
    // An error while claiming must not lose the results of posts under way.
    const beginning = stopping?.aborted || fault ? null : begin().catch((error: unknown) => (fault = error))
    await Promise.all([recordAll(app, done), beginning])
    for (const { delivery } of done) {
      const rest = (underWay.get(delivery.endpointId) ?? 0) - 1
      if (rest > 0) underWay.set(delivery.endpointId, rest)
      else underWay.delete(delivery.endpointId)
    }
    if (underWay.size === 0 && done.length === 0) break
    if (sent.length === 0 && done.length === 0) await timeoutOrCall(LOOK_AGAIN_MS, (resolve) => (ended = resolve))
  }
  if (fault) throw fault
}

/** Resolves after `ms`, or earlier if the caller calls the function that `handOut` receives. */
function timeoutOrCall(ms: number, handOut: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    handOut(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * Claims deliveries within each endpoint's share and renders them. `turn` is the number of posts so far. It rotates the
 * endpoints, so that each endpoint is first in some rounds.
 */
async function claimAndRender(app: App, underWay: ReadonlyMap<string, number>, turn: number) {
  const now = app.clock()
  const found = await app.db.asSystem((tx) => pendingEndpoints(tx, now))
  const first = found.length > 0 ? turn % found.length : 0
  const owing = [...found.slice(first), ...found.slice(0, first)]
  const shares = allocatePosts(
    owing.map(({ endpointId, failing }) => ({ failing, underWay: underWay.get(endpointId) ?? 0 })),
  )
  const wanted = owing
    .map((endpoint, i) => ({ ...endpoint, itemId: endpoint.endpointId, share: shares[i] ?? 0 }))
    .filter(({ share }) => share > 0)
  const lease = { token: app.newId(), now, until: new Date(now.getTime() + LEASE_MS) }
  const claimed = await isolateFailures(app, JOB, wanted, (some) =>
    app.db.asSystem(async (tx) => {
      const deliveries = await claimDue(tx, some, lease)
      const stopIds = deliveries.flatMap(({ event, facts }) => (hasOutcome(event) && facts.stop_uuid) || [])
      const proofs = await proofsOfStops(tx, stopIds)
      return deliveries.map((delivery) => ({ delivery, proofs: proofs.get(delivery.facts.stop_uuid ?? '') ?? [] }))
    }),
  )
  const rendered: RenderedDelivery[] = []
  // If rendering fails, the server is at fault, for example after a change of APP_SECRET. The failure doesn't count as
  // an attempt.
  for (const { delivery, proofs } of claimed)
    await runRecordingFailure(app, JOB, itemOf(delivery), async () => {
      rendered.push({ delivery, post: renderPost(app, delivery, proofs, now) })
    })
  return rendered
}

/** A delivery with its request, ready to be sent. */
interface RenderedDelivery {
  delivery: ClaimedDelivery
  post: () => Promise<PostResult>
}

function renderPost(
  app: App,
  delivery: ClaimedDelivery,
  proofs: readonly ProofWithFault[],
  now: Date,
): RenderedDelivery['post'] {
  const { isShop, shop } = delivery
  if (!isShop) {
    const message = renderWebhook(delivery, proofs, now, app)
    return () => app.webhookPost.post(message)
  }
  if (!shop)
    return async () => ({
      statusCode: null,
      error: 'the shop’s order is no longer known',
      excerpt: null,
      durationMs: 0,
    })
  const outcome = { ...delivery, shop }
  const request = { token: app.secrets.decrypt(delivery.sealedSecret), body: shopBody(outcome, app) }
  return () => writeBack(app.webhookPost, outcome, request)
}

const itemOf = ({ businessId, deliveryId }: ClaimedDelivery) => ({ businessId, itemId: deliveryId })

/** Records the attempts. If that fails, the deliveries are sent again when their lease ends. */
async function recordAll(app: App, sent: readonly PostedDelivery[]): Promise<void> {
  const byBusiness = Map.groupBy(sent, ({ delivery }) => delivery.businessId)
  await Promise.all(
    [...byBusiness].map(([businessId, own]) =>
      isolateFailures(
        app,
        JOB,
        own.map((one) => ({ ...one, ...itemOf(one.delivery) })),
        async (some) => {
          await recordAttempts(app, businessId, some)
          return []
        },
      ).catch((error: unknown) =>
        app.log.error({ err: error, business_uuid: businessId, attempts: own.length }, 'attempts were not recorded'),
      ),
    ),
  )
}
