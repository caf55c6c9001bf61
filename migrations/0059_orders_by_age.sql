-- Outside a transaction.
-- Retention looks only at what it has not taken out yet.
create index concurrently if not exists orders_by_age on orders (business_uuid, delivery_date, order_uuid)
  where erased_at is null and status in ('DELIVERED', 'FAILED', 'CANCELLED');
