# Adds an endpoint. The response contains its signing secret.
curl https://routes.example.com/api/v1/webhooks/subscriptions \
  -H "Authorization: Bearer $API_KEY" \
  -H "Idempotency-Key: first-endpoint" \
  -H "Content-Type: application/json" \
  -d '{
    "url": "https://shop.example.com/hooks/deliveries",
    "description": "Order system"
  }'
