-- Outside a transaction.
-- Orders whose pin is in doubt, being far from any road, as the orders' table asks for them.
drop index concurrently if exists orders_far_from_road;
create index concurrently orders_far_from_road on orders (business_uuid, status, delivery_date, order_uuid)
  where road_meters > 500;
