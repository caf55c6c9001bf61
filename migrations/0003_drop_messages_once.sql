-- Outside a transaction.
drop index concurrently if exists messages_once;
