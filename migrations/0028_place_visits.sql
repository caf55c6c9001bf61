-- The last deliveries to each address and how long they took, so that how long one takes there can be offered.
create table place_visits (
  business_uuid uuid not null,
  stop_uuid uuid not null,
  -- As in known_doors: in one spelling, without its unit.
  address text not null,
  -- From the driver's arrival to the outcome.
  minutes double precision not null,
  visited_at timestamptz not null,
  primary key (business_uuid, stop_uuid),
  foreign key (business_uuid, stop_uuid) references stops on delete cascade
);
create index place_visits_by_address on place_visits (business_uuid, address, visited_at desc);
alter table place_visits enable row level security;
alter table place_visits force row level security;
create policy own_business on place_visits to roundsman_app using (business_uuid = current_business());
-- Backups are made by the tables' owner, who has to see every row.
do $$ begin execute format('create policy owner on place_visits to %I using (true)', current_user); end $$;
grant select, insert, update, delete on place_visits to roundsman_app;
