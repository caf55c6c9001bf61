-- Outside a transaction.
-- The audit log by who and by what. What order systems write all day is left out: it is found along the primary key, and
-- their calls are not to pay for it.
drop index concurrently if exists audit_log_by_kind;
create index concurrently audit_log_by_kind on audit_log (business_uuid, actor_kind, audit_uuid)
  where actor_kind <> 'API';
drop index concurrently if exists audit_log_by_actor;
create index concurrently audit_log_by_actor on audit_log (business_uuid, actor_id, audit_uuid)
  where actor_kind <> 'API';
drop index concurrently if exists audit_log_by_action;
create index concurrently audit_log_by_action on audit_log (business_uuid, action, audit_uuid)
  where action not in ('order.created', 'order.updated');
