-- Outside a transaction.
-- Whose number it is, however it is written.
create index concurrently if not exists orders_by_phone on orders
  (business_uuid, right(regexp_replace(customer_phone, '\D', '', 'g'), 7)) where customer_phone is not null;
