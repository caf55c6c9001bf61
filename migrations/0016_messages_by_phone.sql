-- Outside a transaction.
-- An answer names the phone alone: it is about the last text to it.
create index concurrently if not exists messages_by_phone on messages (texted_to, sent_at) where texted_to is not null;
