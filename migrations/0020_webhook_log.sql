-- The office's log of webhook deliveries: newest first, by state, event or order.
create index webhook_deliveries_by_status on webhook_deliveries (business_uuid, status, delivery_id)
  where status <> 'DELIVERED';
create index webhook_deliveries_by_event on webhook_deliveries (business_uuid, event, delivery_id);
create index webhook_deliveries_by_order on webhook_deliveries (business_uuid, order_uuid, delivery_id)
  where order_uuid is not null;
