-- What customers read: the business's language, and an order's own.
alter table businesses add column if not exists customer_language text not null default 'en'
  check (customer_language in ('en', 'es', 'fr', 'de'));
alter table orders add column if not exists language text check (language in ('en', 'es', 'fr', 'de'));
