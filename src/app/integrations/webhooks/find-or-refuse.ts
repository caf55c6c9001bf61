// Finds an endpoint of the business or throws `missing`. Rejects URLs that webhooks must not use.
import { text } from '../../../texts/text.ts'
import { findEndpoint, lockEndpoint, type WebhookEndpoint } from '../../../store/webhooks/webhook-endpoints.ts'
import type { Context, WriteTx } from '../../context.ts'
import { invalid, missing } from '../../errors.ts'

export async function requireEndpoint(ctx: Context, endpointId: string): Promise<WebhookEndpoint> {
  return endpointOrThrow(await ctx.read((tx) => findEndpoint(tx, endpointId)))
}

/** Like `requireEndpoint`, but locks the endpoint until the transaction ends. */
export async function lockRequiredEndpoint(tx: WriteTx, endpointId: string): Promise<WebhookEndpoint> {
  return endpointOrThrow(await lockEndpoint(tx, endpointId))
}

function endpointOrThrow(endpoint: WebhookEndpoint | null): WebhookEndpoint {
  if (!endpoint) throw missing('webhook endpoint with that id')
  return endpoint
}

/**
 * Throws unless the URL is public https (docs/spec/webhooks.md#where-webhooks-may-go). Don't call it in a transaction,
 * because it resolves the host name.
 */
export async function refuseForbiddenUrl(ctx: Context, url: string): Promise<void> {
  const fault = await ctx.webhookPost.urlFault(url)
  if (fault)
    throw invalid(
      'url',
      text('{fault}. To receive on your own machine or network, see “On your own machine” in /docs/guides/testing', {
        fault,
      }),
    )
}
