// Binds endpoints to the link entrance: the token in the path admits the caller within the operation's rate limit.
import type { FastifyInstance } from 'fastify'
import type { App } from '../app/context.ts'
import type { LinkVisit } from '../app/resolve-link.ts'
import { type At, linkEndpointOf, type DataOf, type Input, type ServedByLink } from '../contract/endpoint.ts'
import { MAX_LINK_BODY_BYTES } from '../contract/limits.ts'
import { visitOf } from './link-pages.ts'
import { type Exchange, serve } from './serve.ts'

/** Handler for a visitor. Returns the `data` of the reply, or nothing after sending a page. */
export type LinkHandler<V, E extends ServedByLink> = (
  visitor: V,
  input: Input<At<E, 'link'>>,
  exchange: Exchange,
) => Promise<DataOf<At<E, 'link'>>>

/** Binds operations behind links that `open` resolves. */
export const onLinkEntrance =
  <V>(server: FastifyInstance, app: App, open: (app: App, visit: LinkVisit) => Promise<V>) =>
  <E extends ServedByLink>(literal: E, run: LinkHandler<V, E>): void => {
    const { limit } = literal.link
    serve(server, app, linkEndpointOf(literal), {
      maxBytes: MAX_LINK_BODY_BYTES,
      admit: (request) => open(app, visitOf(request, limit)),
      again: (_visitor, request) => open(app, visitOf(request, null)),
      respond: async (visitor, { input }, exchange) => {
        const data = await run(visitor, input() as Input<At<E, 'link'>>, exchange)
        return literal.reply === 'PAGE' ? null : { status: 200, data }
      },
    })
  }
