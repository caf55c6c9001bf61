-- Outside a transaction.
create index concurrently if not exists routes_to_end on routes (ends_at) where ends_at is not null;
