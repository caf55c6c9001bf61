-- Builds with all that they were found from, so that they can be looked at, compared and run again.
create table builds (
  business_uuid uuid not null references businesses,
  build_uuid uuid not null,
  delivery_date date not null,
  created_at timestamptz not null,
  -- When its routes became the day's; null for a proposed plan that nobody chose.
  made_at timestamptz,
  balance text not null,
  seed bigint not null,
  engine text not null,
  -- What it answered, and, compressed, the problem and the course of the search.
  answer jsonb not null,
  record bytea not null,
  primary key (business_uuid, build_uuid)
);
create index builds_age on builds (created_at);
create index builds_of_day on builds (business_uuid, delivery_date, created_at);

alter table builds enable row level security;
alter table builds force row level security;
create policy own_business on builds to roundsman_app using (business_uuid = current_business());
do $$ begin execute format('create policy owner on builds to %I using (true)', current_user); end $$;
create policy system on builds to roundsman_system using (true);
grant select, insert, update, delete on builds to roundsman_app;
grant select, delete on builds to roundsman_system;
