-- As 0079, the audit log.
alter table audit_log set schema partitions;
alter table partitions.audit_log rename to audit_log_first;

create table audit_log (
  like partitions.audit_log_first including defaults including constraints,
  primary key (business_uuid, audit_uuid),
  foreign key (business_uuid) references businesses
) partition by range (audit_uuid);
alter table audit_log drop constraint in_first_partition;
create index audit_log_by_entity on audit_log (business_uuid, entity_uuid, audit_uuid);
-- By who and by what. What order systems write all day is left out, so that their calls don't pay for it: it is found
-- along the primary key.
create index audit_log_by_kind on audit_log (business_uuid, actor_kind, audit_uuid)
  where actor_kind <> 'API';
create index audit_log_by_actor on audit_log (business_uuid, actor_id, audit_uuid)
  where actor_kind <> 'API';
create index audit_log_by_action on audit_log (business_uuid, action, audit_uuid)
  where action not in ('order.created', 'order.updated');

select attach_first_partition('audit_log');

-- The application can add to the audit log, and no more. The system takes out what is too old, and of the rest what names a
-- person: it can empty a detail, and write nothing into it.
grant select, insert on audit_log to roundsman_app;
grant select, delete, update (detail) on audit_log to roundsman_system;
