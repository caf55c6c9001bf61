-- The links of drivers and customers.

-- Driver links that were replaced or ended with their route: they answer 410 from then on, not 404.
create table ended_links (
  business_uuid uuid not null,
  route_uuid uuid not null,
  hash bytea not null unique,
  ended_at timestamptz not null default now(),
  primary key (business_uuid, route_uuid, hash),
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);
alter table ended_links enable row level security;
alter table ended_links force row level security;
create policy own_business on ended_links to roundsman_app using (business_uuid = current_business());
create policy system on ended_links to roundsman_system using (true);
do $$ begin execute format('create policy owner on ended_links to %I using (true)', current_user); end $$;
grant select, insert on ended_links to roundsman_app;
grant select on ended_links to roundsman_system;

-- What the pages show beside the business's name.
alter table businesses add column contact_phone text, add column contact_email text;
