-- Outside a transaction.
-- Every screen of the office says how many answers nobody has read yet.
create index concurrently if not exists text_replies_unseen on text_replies (business_uuid, received_at) where seen_at is null;
