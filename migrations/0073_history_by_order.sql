-- Outside a transaction.
create index concurrently if not exists history_of_orders on history (business_uuid, record_uuid) where kind = 'ORDER';
