-- Outside a transaction.
-- Sent once for an order on a route, however often its cause occurs. Takes the place of messages_once.
create unique index concurrently if not exists messages_once_per_route
  on messages (business_uuid, order_uuid, route_uuid, kind, channel)
  where kind in ('OUT_FOR_DELIVERY', 'NEXT_STOP', 'DELAYED', 'NOT_COMING');
