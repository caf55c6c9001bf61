-- Outside a transaction.
-- A plan of several days looks for what may be delivered on one of them.
create index concurrently if not exists orders_open_spans on orders (business_uuid, last_day)
  where last_day is not null and status = 'OPEN' and route_uuid is null;
