# A day with curl: creates a depot, a van and two deliveries, then plans, dispatches and works a route.
# Set API_KEY before you run it. A second run gets the stored responses, and nothing is done twice.
api=https://routes.example.com/api/v1
day=11/23/2026
get() { curl -sS "$api$1" -H "Authorization: Bearer $API_KEY"; echo; }
post() {
  curl -sS -X POST "$api$1" -H "Authorization: Bearer $API_KEY" -H "Idempotency-Key: $2" \
    -H "Content-Type: application/json" ${3:+-d "$3"}
  echo
}
# Prints the first value of a field, without a JSON parser.
first() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

depot=$(post /depots day-depot '{ "name": "Day depot", "lat": 38.9, "lng": -77.03 }' | first depot_uuid)
van=$(post /vehicles day-van '{ "name": "Day van", "depot_uuid": "'$depot'",
  "shift_start": "08:00", "shift_end": "17:00" }' | first vehicle_uuid)
post /orders/batch "day-orders:$day" '{ "orders": [
  { "external_ref": "DAY-1", "customer_name": "Sample Customer", "delivery_date": "'$day'",
    "address": { "line1": "1201 R St NW", "city": "Washington", "lat": 38.9126, "lng": -77.0286 } },
  { "external_ref": "DAY-2", "customer_name": "Other Customer", "delivery_date": "'$day'",
    "address": { "line1": "1400 U St NW", "city": "Washington", "lat": 38.917, "lng": -77.032 } }
] }'

built=$(post /routes/build "day-build:$day" '{ "date": "'$day'", "vehicle_ids": ["'$van'"],
  "external_refs": ["DAY-1", "DAY-2"] }')
route=$(echo "$built" | first route_uuid)
post "/routes/$route/dispatch" "day-dispatch:$day"
for stop in $(echo "$built" | grep -o '"stop_uuid":"[^"]*"' | cut -d '"' -f 4); do
  post "/routes/$route/stops/$stop/status" "day-outcome:$stop" '{ "status": "DELIVERED" }'
done
get /orders/DAY-1
# The log begins with its oldest event. An outcome is logged after the undo window, which is 2 minutes by default.
get "/events?limit=200"
