// Descriptions of fields that many schemas have: IDs, names, times, locations.

/** Reasons of the engine, in its order of choice. */
const ENGINE_REASONS =
  'TEMPERATURE: no vehicle carries its temperature class. SKILL: no vehicle has all skills that it requires. DRIVER: no vehicle has a driver whom it requires, or only drivers whom it excludes. CAPACITY: it is too large for any vehicle. UNREACHABLE: no road leads there and back, or none on which a vehicle fits. STREET_HOURS: its street is open to vehicles only outside its windows. SHIFT: its window is outside of every shift, or the round trip does not fit into one. WORKING_TIME: the round trip takes longer than any vehicle may be out. DRIVING_TIME: the drive there and back is longer than any vehicle may drive. TIME_WINDOW: its window closes before a vehicle can arrive. BREAK: breaks leave no time for it in its window. READY: its goods are ready too late. PAIR: no vehicle can bring its goods in time from the stop where they are picked up, or that delivery is not in the plan. MAX_STOPS: only the maximum number of stops excludes it. NO_ROOM: it fits alone, but not together with the other stops, or no vehicle may serve it.'
const BUILD_REASON = `Why the delivery is on no route of the build. ${ENGINE_REASONS} ALREADY_ON_ROUTE: it stays on a planned route outside of this build. UNPLACED: its address has no location. SPAN_OVER: its last possible day has passed.`
const REPLAN_REASON = `Why the plan leaves the delivery off. ${ENGINE_REASONS} UNPLACED: its address has no location. LOADED: its goods are in a vehicle that drives no further, and are not handed over. LOCKED: it is locked to a vehicle that drives no further. UNDER_WAY: the driver of a vehicle that drives no further is at the stop or heads to it.`
const SOLVE_REASON = `Why the stop is on no route. ${ENGINE_REASONS}`
const ROUTE_NAME = 'Name of the route.'
const DRIVER_NAME = 'Name of the driver. Null: no driver.'
const LATE_SUM = 'Sum of the whole minutes by which stops are late.'

export const SHARED = {
  message: 'Message in English for people.',
  version: 'Version that the change is based on. The response is 409 if the record has changed since.',

  order_uuid: 'ID of the delivery.',
  route_uuid: 'ID of the route.',
  stop_uuid: 'ID of the stop.',
  vehicle_uuid: 'ID of the vehicle.',
  driver_uuid: 'ID of the driver.',
  depot_uuid: 'ID of the depot.',
  zone_uuid: 'ID of the zone.',
  build_uuid: 'ID of the build.',
  replan_uuid: 'ID of the proposal to re-plan.',
  recurring_order_uuid: 'ID of the recurring order.',
  endpoint_uuid: 'ID of the webhook endpoint.',
  delivery_id: 'ID of the webhook delivery. Every attempt sends it as `webhook-id`.',
  event_uuid: 'ID of the event, for `after` of `GET /events`. A webhook carries the ID of its delivery instead.',
  key_uuid: 'ID of the API key.',
  receipt_uuid: 'ID of the receipt.',
  test_day_uuid: 'ID of the simulated day.',
  external_ref: 'Your reference of the delivery.',
  order_uuids: 'IDs of the deliveries.',
  stop_uuids: 'IDs of the stops.',

  name: 'Name that people see.',
  'Route.name': ROUTE_NAME,
  'RouteWithStops.name': ROUTE_NAME,
  'CancelledRoute.name': ROUTE_NAME,
  'StopPlace.name': ROUTE_NAME,
  'here.name': ROUTE_NAME,
  'refused.name': ROUTE_NAME,
  'data.name': 'Name of the business.',
  'changeSettings.name': 'Name of the business.',
  'hand_overs.name': 'Name of the location. Null: where the other vehicle stands.',
  'readReport.data.drivers.name': DRIVER_NAME,
  'collected.name': DRIVER_NAME,
  'vehicle.name': 'Name of the vehicle.',
  'driver.name': 'Name of the driver.',
  'drivers.name': 'Name of the driver.',
  'depot.name': 'Name of the depot.',
  'depots.name': 'Name of the depot.',
  'vehicles.name': 'Name of the vehicle.',
  'route.name': 'Name of the route.',
  'routes.name': 'Name of the route.',
  'zones.name': 'Name of the zone.',
  'start.name': 'Name of the location where the route starts.',
  'end.name': 'Name of the location where the route ends.',
  'business.name': 'Name of the business.',
  route_name: 'Name of the route.',
  vehicle_name: 'Name of the vehicle.',
  active: 'False if it is switched off. It is then kept, but no longer used.',

  lat: 'Latitude in degrees (WGS 84).',
  lng: 'Longitude in degrees (WGS 84).',
  line1: 'Street and house number.',
  city: 'Town or city.',
  region: 'State, province or region.',
  postal_code: 'Postal code.',
  time_zone: 'IANA name of the time zone of the business, such as `America/New_York`.',

  date: 'Day in the time zone of the business.',
  at: 'When it happened.',
  'going_home.at': 'Time of day by which the driver must be back.',
  'messages.at': 'When the message was written.',
  'webhooks.at': 'When the webhook delivery was created.',
  from: 'First day of the period.',
  to: 'Last day of the period, inclusive.',
  start: 'Start of the time span.',
  end: 'End of the time span.',
  created_at: 'When it was created.',
  changed_at: 'When it was changed last.',
  issued_at: 'When it was issued.',
  updated_at: 'When it was changed last.',
  window_start:
    'Earliest start of the service at the stop. A vehicle that arrives earlier waits. Null: no earliest time.',
  window_end: 'Latest start of the service at the stop. Null: no latest time.',
  'OpenDay.window_start': 'Start of the hours of the zone on that day.',
  'OpenDay.window_end': 'End of the hours of the zone on that day.',

  distance_miles: 'Miles of driving.',
  drive_minutes: 'Minutes of driving, without waiting, service times and breaks.',
  stop_count: 'Number of stops.',
  late_stops: 'Number of stops that are reached after the end of their last window.',
  late_minutes:
    'Whole minutes from the end of the last window, or from the closing of the street, to the arrival. 0 if in time.',
  street_fault: 'Why the street prevents the delivery. Present if the stop is expected when its street is closed.',
  'plans.before.late_minutes': LATE_SUM,
  'plans.after.late_minutes': LATE_SUM,
  'routes.before.late_minutes': LATE_SUM,
  'routes.after.late_minutes': LATE_SUM,
  sequence: 'Position on the route, 1 for the first stop.',
  reason: 'Reason in words.',
  'reason.code': BUILD_REASON,
  'plans.left_off.reason.code': REPLAN_REASON,
  'OptimizeAnswer.unassigned.reason.code': SOLVE_REASON,
  'infeasible_reason.code': `Why the delivery does not fit on that day. ${ENGINE_REASONS}`,
  'reason.message': 'Reason in English for people.',
  'reasons.message': 'Reason in English for people.',
  'infeasible_reason.message': 'Reason in English for people.',
  nearest_fix:
    'Smallest change, of those that were tried, that would make the delivery fit, in words. Null: none was found.',
  warnings: 'Problems of the route that do not prevent the change.',
  'warnings.code':
    'Kind of problem. CAPACITY: a load is too large. MAX_STOPS: there are too many stops. SKILL: the vehicle lacks a required skill. DRIVER: a delivery requires another driver or excludes this one. UNREACHABLE: the vehicle can’t reach a delivery that is added, because of a limit on a sign on the way. LATE: a stop is reached after its last window or after its street closes. STREET_HOURS: a stop is expected after its street closes, or the street is closed that day. SHIFT: the route ends after the shift. WORKING_TIME, DRIVING_TIME: the limit of the vehicle is exceeded. OVERTIME: the route has overtime. BREAK: a break ends after its window. READY: goods became ready only after the route had started. PAIR: the stop where goods are picked up is not earlier on the route. SILENT: the phone has had no contact for more than 15 minutes, so removed stops may already be done.',
  'warnings.message': 'Warning in English for people.',
  distance_source:
    'Source of the distances. `local`: the roads of added regions. `osrm`, `valhalla`, `google`: an outside provider. `straight_line`: estimates.',
  'Health.distance_source':
    'Configured source of distances. `local`: the roads of added regions. `osrm`, `valhalla`, `google`: an outside provider. `straight_line`: none is configured.',
  distances_estimated: 'Whether some distances were estimated from straight lines.',
  estimate_reason:
    'Why distances were estimated, or null. TABLE_TOO_LARGE: the provider accepts fewer locations. PROVIDER_DOWN: the provider is unavailable. NO_PROVIDER: none is configured. BETWEEN_REGIONS: a leg leads from one added region into another. OUTSIDE_REGIONS: a location is outside of the added regions.',
  currency: 'Currency code (ISO 4217).',
  'messages.currency': 'Currency code (ISO 4217). Null if no price is known.',
  url: 'Address of the page or file.',
  phone: 'Phone number. Without `+` and a country code, it belongs to the phone region of the business.',
  email: 'Email address.',
  language:
    'Language of messages and pages: `en` English, `es` Spanish, `fr` French, `de` German. Null: messages have the language of the business, and pages have that of the browser if it is one of these.',
  temperature_class: 'Temperature class of the goods: `DRY`, `REFRIGERATED` or `FROZEN`.',
  'OrderInput.temperature_class':
    'Temperature class of the goods: `DRY`, `REFRIGERATED` or `FROZEN`. Default: the coldest class of the items, or `DRY`.',
  'OrderTemplate.temperature_class':
    'Temperature class of the goods: `DRY`, `REFRIGERATED` or `FROZEN`. Default: the coldest class of the items, or `DRY`.',
  'OptimizeStop.temperature_class':
    'Temperature class of the goods: `DRY`, `REFRIGERATED` or `FROZEN`. Default: `DRY`.',
  temperature_classes: 'Temperature classes that the vehicle can carry: `DRY`, `REFRIGERATED`, `FROZEN`.',
  'OptimizeVehicle.temperature_classes':
    'Temperature classes that the vehicle can carry: `DRY`, `REFRIGERATED`, `FROZEN`. Default: only `DRY`.',
} as const
