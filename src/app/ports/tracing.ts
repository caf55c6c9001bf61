// Spans: what takes how long, and for which call.

/** Names that are the same for every business, and values that tell nothing of one. */
export type SpanAttributes = Record<string, string | number>

/** What takes how long, and by whose call: spans, on their way to a collector where one is configured. */
export interface Tracing {
  /** Begins the span of a call that came in, under its caller's where it names one, and goes on inside it. */
  incoming(
    headers: Record<string, unknown>,
    proceed: () => void,
  ): { end(name: string, attributes: SpanAttributes): void }
  /** Does the work in a span. */
  within<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** As `within`, where it is part of a span; else just the work. */
  inside<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** The headers that propagate the span. */
  outgoing(): Record<string, string>
  /** Sends what is not sent yet. */
  close(): Promise<void>
}
