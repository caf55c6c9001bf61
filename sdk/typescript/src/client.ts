import {
  Availability,
  Builds,
  Engine,
  Health,
  RecurringOrders,
  TestDays,
  Routes,
  Stops,
  WebhookEndpoints,
} from './generated/resources.ts'
import { Deliveries, EventLog } from './follow.ts'
import { type Answer, type Call, type ClientOptions, Transport, type WriteOptions } from './transport.ts'

/**
 * Roundsman's API. Dates are `MM/dd/yyyy`, instants ISO 8601 in UTC, weights pounds, times of day `HH:mm` in the business's
 * time zone, as docs/spec has them.
 *
 *     const client = new Roundsman({ baseUrl: 'https://routes.example.com', apiKey })
 *     await client.orders.put({ external_ref: '000481-A', … })
 */
export class Roundsman {
  readonly #transport: Transport
  readonly orders: Deliveries
  readonly recurringOrders: RecurringOrders
  readonly testDays: TestDays
  readonly availability: Availability
  readonly engine: Engine
  readonly routes: Routes
  readonly builds: Builds
  readonly stops: Stops
  readonly webhookEndpoints: WebhookEndpoints
  readonly events: EventLog
  readonly health: Health

  constructor(options: ClientOptions) {
    const transport = new Transport(options)
    this.#transport = transport
    this.orders = new Deliveries(transport)
    this.recurringOrders = new RecurringOrders(transport)
    this.testDays = new TestDays(transport)
    this.availability = new Availability(transport)
    this.engine = new Engine(transport)
    this.routes = new Routes(transport)
    this.builds = new Builds(transport)
    this.stops = new Stops(transport)
    this.webhookEndpoints = new WebhookEndpoints(transport)
    this.events = new EventLog(transport)
    this.health = new Health(transport)
  }

  /** Any operation, with the same attempts and errors, and the whole answer: its status, message and request id. */
  request<T>(call: Call, options?: WriteOptions): Promise<Answer<T>> {
    return this.#transport.send<T>(call, options)
  }
}
