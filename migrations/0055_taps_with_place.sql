-- Outside a transaction.
-- Retention looks only at what it has not taken out yet.
create index concurrently if not exists taps_with_place on driver_taps (business_uuid, received_at) where lat is not null;
