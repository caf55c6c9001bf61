-- Outside a transaction.
-- The office's log of webhook deliveries: newest first, by state, event or order.
drop index concurrently if exists webhook_deliveries_by_status;
create index concurrently webhook_deliveries_by_status on webhook_deliveries (business_uuid, status, delivery_id)
  where status <> 'DELIVERED';
drop index concurrently if exists webhook_deliveries_by_event;
create index concurrently webhook_deliveries_by_event on webhook_deliveries (business_uuid, event, delivery_id);
drop index concurrently if exists webhook_deliveries_by_order;
create index concurrently webhook_deliveries_by_order on webhook_deliveries (business_uuid, order_uuid, delivery_id)
  where order_uuid is not null;
