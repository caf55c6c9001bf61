-- Webhooks at work: endpoints that are gone but whose deliveries stay readable, an order among deliveries, the
-- schedule's start, and the indexes by which due work is found endpoint by endpoint.

-- Kept without its secrets until its deliveries are cleaned up.
alter table webhook_endpoints add column deleted_at timestamptz;

-- In the order they were owed, whichever process wrote them: changes of one stop follow one another by its lock.
alter table webhook_deliveries add column position bigint generated always as identity;
-- Attempts made before the schedule was last started anew, by a replay.
alter table webhook_deliveries add column schedule_start integer not null default 0;
-- When it reached DELIVERED, FAILED or ABANDONED.
alter table webhook_deliveries add column settled_at timestamptz;
alter table webhook_deliveries add check ((settled_at is null) = (status in ('PENDING', 'RETRYING')));
alter table webhook_deliveries add check ((next_attempt_at is null) = (settled_at is not null));

drop index webhook_deliveries_due;
drop index webhook_deliveries_age;
-- Steps from endpoint to endpoint that is owed something, and within one from what is due first.
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
create index webhook_deliveries_settled on webhook_deliveries (settled_at) where settled_at is not null;

-- The system role claims, and reads the proofs that a payload links to.
grant update (first_attempt_at) on webhook_deliveries to roundsman_system;
create policy system on proofs to roundsman_system using (true);
grant select on proofs to roundsman_system;
grant delete on webhook_endpoints to roundsman_system;
