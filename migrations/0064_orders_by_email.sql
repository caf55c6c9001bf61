-- Outside a transaction.
create index concurrently if not exists orders_by_email on orders (business_uuid, lower(customer_email))
  where customer_email is not null;
