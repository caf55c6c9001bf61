-- Outside a transaction.
-- Retention looks only at what it has not taken out yet.
create index concurrently if not exists messages_with_words on messages (business_uuid, created_at) where recipient <> '';
