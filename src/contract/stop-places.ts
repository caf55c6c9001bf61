// Where a delivery could go: its best place on each route of its day, and what it costs where it is.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { InstantOut, UuidOut } from './fields.ts'
import { StopId } from './routes.ts'
import { Warning } from './warnings.ts'

/** What a change adds; below zero for what it saves. */
export const Added = z.object({ distance_miles: z.number(), minutes: z.number(), late_stops: z.number() })

/** The best place for a delivery on one route, no other stop moved. */
export const PlaceOut = z
  .object({
    route_uuid: UuidOut,
    name: z.string(),
    /** As in a move: how many of the route's stops come before it. */
    position: z.number().meta({ description: 'How many of the other stops of the route come before it.' }),
    /** The address it comes after; null when it comes first. */
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
      cheaper_routes: z.number().meta({ description: 'How many of `places` cost less than where it is.' }),
    })
      .nullable()
      .meta({
        description:
          'What the stop adds to its route where it is. Null when it is on no route, or the driver is there or heads there.',
      }),
    places: z.array(PlaceOut).meta({
      description: 'One for each other route, best first: fewest stops late, then the least of miles and minutes.',
    }),
    refused: z
      .array(z.object({ route_uuid: UuidOut, name: z.string(), message: z.string() }))
      .meta({ description: 'Routes that can’t take it, each with why.' }),
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
    summary: 'Why a stop is where it is',
    description:
      'What the stop adds to its route in miles, minutes and late stops, and what it would add at its best place on each other route of the day, with no other stop moved.',
    success: { 200: 'Its place and the next best ones.' },
    errors: { 404: 'No such route or stop.', 409: 'The stop is finished.' },
    examples: { reply: examplePlaces },
  },
})
