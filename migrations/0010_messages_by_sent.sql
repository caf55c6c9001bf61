-- Outside a transaction.
-- For the report on what was sent in a range of days.
create index concurrently if not exists messages_by_sent on messages (business_uuid, sent_at) where status = 'SENT';
