// Spans for tracing. A span measures how long one part of a request takes.

/**
 * Attributes of a span. They have the same names for every business, and their values reveal nothing about a business.
 */
export type SpanAttributes = Record<string, string | number>

/** Records spans and exports them if a collector is configured. */
export interface Tracing {
  /**
   * Starts the span of an incoming request, as a child of the caller's span if the headers name one. Runs `proceed`
   * inside it.
   */
  incoming(
    headers: Record<string, unknown>,
    proceed: () => void,
  ): { end(name: string, attributes: SpanAttributes): void }
  /** Runs the work in a span. */
  within<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** Runs the work in a span if a parent span is active. Otherwise runs only the work. */
  inside<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** Returns the headers that pass the current span to another server. */
  outgoing(): Record<string, string>
  /** Sends spans that are still buffered. */
  close(): Promise<void>
}
