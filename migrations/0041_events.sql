-- Every event of a business in the order in which it happened, whatever its endpoints chose: what GET /events reads.
create table if not exists events (
  business_uuid uuid not null references businesses,
  event_uuid uuid not null,
  -- Assigned under the business's feed lock, so that a reader who waited for the writers has missed none.
  position bigint generated always as identity,
  event text not null,
  facts jsonb not null,
  at timestamptz not null,
  primary key (business_uuid, event_uuid)
);
create unique index if not exists events_in_order on events (business_uuid, position);
create index if not exists events_by_age on events (at);

alter table events enable row level security;
alter table events force row level security;
drop policy if exists own_business on events;
create policy own_business on events to roundsman_app using (business_uuid = current_business());
do $$ begin
  drop policy if exists owner on events;
  execute format('create policy owner on events to %I using (true)', current_user);
end $$;
grant select, insert on events to roundsman_app;
-- The clean-up job removes what is old.
drop policy if exists system on events;
create policy system on events to roundsman_system using (true);
grant select, delete on events to roundsman_system;
