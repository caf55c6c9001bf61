-- Outside a transaction.
-- Retention looks only at what it has not taken out yet.
create index concurrently if not exists proofs_by_age on proofs (business_uuid, taken_at);
