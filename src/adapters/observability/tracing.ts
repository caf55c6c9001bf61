// Tracing with OpenTelemetry, which is loaded only if a collector is configured. Names and attributes are patterns, IDs
// and classes, never a key, a token, a reference or the values of a statement.
import type { Context, Span } from '@opentelemetry/api'
import type { Solver } from '../../app/ports/solver.ts'
import type { Tracing } from '../../app/ports/tracing.ts'
import type { WebhookPost } from '../../app/ports/webhook-post.ts'

/** Used if tracing is off. */
export const noTracing: Tracing = {
  incoming: (_headers, proceed) => {
    proceed()
    return { end: () => {} }
  },
  within: (_name, _attributes, work) => work(),
  inside: (_name, _attributes, work) => work(),
  outgoing: () => ({}),
  close: async () => {},
}

/**
 * Sends spans to the collector at OTEL_EXPORTER_OTLP_ENDPOINT, in batches in the background. The library itself reads
 * the other standard variables, such as OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER.
 */
export async function openTracing(endpoint: string, service: { name: string; version: string }): Promise<Tracing> {
  const { context, propagation, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api')
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service.name, 'service.version': service.version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  // Registers the context manager, which passes the span between calls, and the propagator, which writes it as
  // traceparent.
  provider.register()
  const tracer = provider.getTracer('roundsman', service.version)

  const fail = (span: Span, error: unknown): void => {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  }
  const within: Tracing['within'] = async (name, attributes, work) => {
    const kind = 'server.address' in attributes || 'db.system.name' in attributes ? SpanKind.CLIENT : SpanKind.INTERNAL
    const span = tracer.startSpan(name, { kind, attributes })
    try {
      return await context.with(trace.setSpan(context.active(), span), work)
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }
  return {
    incoming: (headers, proceed) => {
      const caller: Context = propagation.extract(context.active(), headers)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, caller)
      context.with(trace.setSpan(caller, span), proceed)
      return {
        end: (name, attributes) => {
          span.updateName(name)
          span.setAttributes(attributes)
          if (Number(attributes['http.response.status_code']) >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    within,
    inside: (name, attributes, work) =>
      trace.getSpan(context.active())?.isRecording() ? within(name, attributes, work) : work(),
    outgoing: () => {
      const headers: Record<string, string> = {}
      propagation.inject(context.active(), headers)
      return headers
    },
    close: () => provider.shutdown(),
  }
}

/** Wraps a webhook post so that each attempt has a span, which is passed on to the receiver. */
export const tracedPost = (post: WebhookPost, tracing: Tracing): WebhookPost => ({
  urlFault: (url) => post.urlFault(url),
  post: (message) =>
    tracing.within('webhook send', { 'server.address': new URL(message.url).hostname }, () =>
      post.post({ ...message, headers: { ...message.headers, ...tracing.outgoing() } }),
    ),
})

/** Wraps a solver so that each solve has a span, including its wait. */
export const tracedSolver = (solver: Solver, tracing: Tracing): Solver => ({
  solve: (owner, problem, options) =>
    tracing.within(
      'solve',
      { 'roundsman.stops': problem.stops.length, 'roundsman.vehicles': problem.vehicles.length },
      () => solver.solve(owner, problem, options),
    ),
})

/** Returns a statement's first word and table, without its values. */
export function statementName(text: string): string {
  const [, verb = 'statement'] = /^\W*(\w+)/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(text) ?? []
  return table ? `${verb.toLowerCase()} ${table}` : verb.toLowerCase()
}
