-- Outside a transaction.
-- Retention looks only at what it has not taken out yet.
create index concurrently if not exists visits_with_place on place_visits (business_uuid, visited_at) where lat is not null;
