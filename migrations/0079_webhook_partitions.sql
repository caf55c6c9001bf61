-- The tables of before become the first partitions, with their indexes. They keep what later ones need no more: an index by age, and
-- that attempts go with their deliveries.
alter table webhook_deliveries set schema partitions;
alter table partitions.webhook_deliveries rename to webhook_deliveries_first;
alter table webhook_attempts set schema partitions;
alter table partitions.webhook_attempts rename to webhook_attempts_first;

create table webhook_deliveries (
  like partitions.webhook_deliveries_first including defaults including constraints,
  primary key (business_uuid, delivery_id),
  foreign key (business_uuid, endpoint_uuid) references webhook_endpoints on delete cascade
) partition by range (delivery_id);
alter table webhook_deliveries drop constraint in_first_partition;
-- From each endpoint with pending deliveries to the next, and within one from what is due first.
create index webhook_deliveries_owed
  on webhook_deliveries (business_uuid, endpoint_uuid, next_attempt_at, position) where next_attempt_at is not null;
-- What an event of the same stop or route waits for.
create index webhook_deliveries_owed_by_stop
  on webhook_deliveries (business_uuid, stop_uuid, endpoint_uuid, position)
  where next_attempt_at is not null and stop_uuid is not null;
create index webhook_deliveries_owed_by_route
  on webhook_deliveries (business_uuid, route_uuid, endpoint_uuid, position)
  where next_attempt_at is not null and route_uuid is not null;
create index webhook_deliveries_failed on webhook_deliveries (business_uuid, endpoint_uuid) where status = 'FAILED';
create index webhook_deliveries_by_endpoint on webhook_deliveries (business_uuid, endpoint_uuid, delivery_id desc);
-- The office's log: newest first, by status, event or order.
create index webhook_deliveries_by_status on webhook_deliveries (business_uuid, status, delivery_id)
  where status <> 'DELIVERED';
create index webhook_deliveries_by_event on webhook_deliveries (business_uuid, event, delivery_id);
create index webhook_deliveries_by_order on webhook_deliveries (business_uuid, order_uuid, delivery_id)
  where order_uuid is not null;

create table webhook_attempts (
  like partitions.webhook_attempts_first including defaults including constraints,
  primary key (business_uuid, delivery_id, number)
) partition by range (delivery_id);
alter table webhook_attempts drop constraint in_first_partition;

-- The order in which deliveries were written goes on.
do $$
declare following bigint := nextval(pg_get_serial_sequence('partitions.webhook_deliveries_first', 'position'));
begin
  alter table partitions.webhook_deliveries_first alter column position drop identity;
  execute format('alter table webhook_deliveries alter column position add generated always as identity (start with %s)', following);
end $$;

select attach_first_partition('webhook_attempts');
select attach_first_partition('webhook_deliveries');
create index on partitions.webhook_deliveries_rest (settled_at) where settled_at is not null;
create index on partitions.webhook_attempts_rest (at);

grant select, insert, update, delete on webhook_deliveries, webhook_attempts to roundsman_app;
grant select on webhook_deliveries to roundsman_system;
-- Jobs take due work. What is too old they remove no longer themselves.
grant update (lease_token, leased_until, first_attempt_at) on webhook_deliveries to roundsman_system;
