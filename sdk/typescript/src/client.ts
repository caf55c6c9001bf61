import * as resources from './generated/resources.ts'
import { Deliveries, EventLog } from './follow.ts'
import { type Answer, type Call, type ClientOptions, Transport, type WriteOptions } from './transport.ts'

/**
 * Client of Roundsman's API. Formats as in docs/spec: dates are `MM/dd/yyyy`, instants ISO 8601 in UTC, weights in
 * pounds, times of day `HH:mm` in the business's time zone.
 *
 *     const client = new Roundsman({ baseUrl: 'https://routes.example.com', apiKey })
 *     await client.orders.put({ external_ref: '000481-A', … })
 */
export class Roundsman {
  readonly #transport: Transport
  readonly orders: Deliveries
  readonly recurringOrders: resources.RecurringOrders
  readonly testDays: resources.TestDays
  readonly receipts: resources.Receipts
  readonly availability: resources.Availability
  readonly places: resources.Places
  readonly engine: resources.Engine
  readonly routes: resources.Routes
  readonly builds: resources.Builds
  readonly stops: resources.Stops
  readonly depots: resources.Depots
  readonly drivers: resources.Drivers
  readonly vehicles: resources.Vehicles
  readonly zones: resources.Zones
  readonly settings: resources.Settings
  readonly people: resources.People
  readonly reports: resources.Reports
  readonly webhookEndpoints: resources.WebhookEndpoints
  readonly events: EventLog
  readonly key: resources.Key
  readonly health: resources.Health

  constructor(options: ClientOptions) {
    const transport = new Transport(options)
    this.#transport = transport
    this.orders = new Deliveries(transport)
    this.recurringOrders = new resources.RecurringOrders(transport)
    this.testDays = new resources.TestDays(transport)
    this.receipts = new resources.Receipts(transport)
    this.availability = new resources.Availability(transport)
    this.places = new resources.Places(transport)
    this.engine = new resources.Engine(transport)
    this.routes = new resources.Routes(transport)
    this.builds = new resources.Builds(transport)
    this.stops = new resources.Stops(transport)
    this.depots = new resources.Depots(transport)
    this.drivers = new resources.Drivers(transport)
    this.vehicles = new resources.Vehicles(transport)
    this.zones = new resources.Zones(transport)
    this.settings = new resources.Settings(transport)
    this.people = new resources.People(transport)
    this.reports = new resources.Reports(transport)
    this.webhookEndpoints = new resources.WebhookEndpoints(transport)
    this.events = new EventLog(transport)
    this.key = new resources.Key(transport)
    this.health = new resources.Health(transport)
  }

  /**
   * Calls any operation with the same retries and errors. Returns the complete response: status, message and request
   * ID.
   */
  request<T>(call: Call, options?: WriteOptions): Promise<Answer<T>> {
    return this.#transport.send<T>(call, options)
  }
}
