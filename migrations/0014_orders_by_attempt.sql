-- Outside a transaction.
-- For the report: deliveries that are made again are few.
create index concurrently if not exists orders_by_attempt on orders (business_uuid, delivery_date, attempt, status)
  where attempt > 1;
