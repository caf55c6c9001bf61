// Best positions for a delivery on each route of its day, and the cost of its current position.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { InstantOut, UuidOut } from './fields.ts'
import { StopId } from './routes.ts'
import { Warning } from './warnings.ts'

/** Additional miles, minutes and late stops. Negative values are savings. */
export const Added = z.object({ distance_miles: z.number(), minutes: z.number(), late_stops: z.number() })

/** Best position for a delivery on one route if no other stop moves. */
export const PlaceOut = z
  .object({
    route_uuid: UuidOut,
    name: z.string(),
    /** The position that a move uses. */
    position: z.number().meta({ description: 'Number of other stops of the route that come before the delivery.' }),
    /** Address of the previous stop. Null if the delivery comes first. */
    after: z.string().nullable(),
    arrival: InstantOut,
    late_minutes: z.number(),
    added: Added,
    warnings: z.array(Warning),
  })
  .meta({ id: 'StopPlace' })
export type PlaceOut = z.output<typeof PlaceOut>

export const PlacesOut = z
  .object({
    here: PlaceOut.extend({
      cheaper_routes: z
        .number()
        .meta({ description: 'Number of entries in `places` that cost less than the current position.' }),
    })
      .nullable()
      .meta({
        description:
          'Cost of the stop at its current position. Null if the delivery is on no route, or if the driver is at the stop or heading to it.',
      }),
    places: z.array(PlaceOut).meta({
      description:
        'The best position on each other route, best first: fewest late stops, then the lowest cost in miles and minutes.',
    }),
    refused: z
      .array(z.object({ route_uuid: UuidOut, name: z.string(), message: z.string() }))
      .meta({ description: 'Routes that can’t take the delivery, with the reasons.' }),
  })
  .meta({ id: 'StopPlaces' })
export type PlacesOut = z.output<typeof PlacesOut>

const examplePlace = {
  route_uuid: '019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d5e',
  name: 'Van 3',
  position: 4,
  after: '1400 S St NW',
  arrival: '2026-11-23T16:31:00.000Z',
  late_minutes: 0,
  added: { distance_miles: 0.8, minutes: 8, late_stops: 0 },
  warnings: [],
}

export const examplePlaces = {
  here: { ...examplePlace, cheaper_routes: 0 },
  places: [
    {
      ...examplePlace,
      route_uuid: '019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d60',
      name: 'Van 1',
      added: { distance_miles: 2.1, minutes: 13, late_stops: 0 },
    },
  ],
  refused: [],
}

export const readStopPlaces = endpoint({
  method: 'GET',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/places',
  params: StopId,
  reply: PlacesOut,
  permission: 'readRoutes',
  key: {
    operation: 'readStopPlaces',
    tag: 'Routes',
    summary: 'Explain the position of a stop',
    description:
      'Returns the miles, minutes and late stops that the stop adds to its route. Also returns its best position on each other route of the day, with the cost there if no other stop moves.',
    success: { 200: 'The current position and the next best positions.' },
    errors: { 404: 'No such route or stop.', 409: 'The stop is finished.' },
    examples: { reply: examplePlaces },
  },
})
