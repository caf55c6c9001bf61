# Creates a delivery, and reads it. A second run gets the stored response, and nothing is done twice.
curl https://routes.example.com/api/v1/orders \
  -H "Authorization: Bearer $API_KEY" \
  -H "Idempotency-Key: 000481-A:1" \
  -H "Content-Type: application/json" \
  -d '{
    "external_ref": "000481-A",
    "customer_name": "Sample Customer",
    "address": {
      "line1": "1201 R St NW", "city": "Washington", "region": "DC", "postal_code": "20009",
      "lat": 38.9126, "lng": -77.0286
    },
    "delivery_date": "11/23/2026",
    "window_start": "09:00",
    "window_end": "12:00",
    "items": [{ "name": "Rice, bag", "quantity": 2, "unit_weight_lbs": 20 }]
  }'

curl https://routes.example.com/api/v1/orders/000481-A -H "Authorization: Bearer $API_KEY"
