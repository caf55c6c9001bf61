-- What customers say of their delivery: one to five stars, and words if they like.
create table if not exists ratings (
  business_uuid uuid not null,
  order_uuid uuid not null,
  route_uuid uuid not null,
  stars smallint not null check (stars between 1 and 5),
  comment text,
  rated_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (business_uuid, order_uuid),
  foreign key (business_uuid, order_uuid) references orders on delete cascade,
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);
create index if not exists ratings_by_route on ratings (business_uuid, route_uuid) include (stars);
alter table ratings enable row level security;
alter table ratings force row level security;
drop policy if exists own_business on ratings;
create policy own_business on ratings to roundsman_app using (business_uuid = current_business());
drop policy if exists owner on ratings;
do $$ begin execute format('create policy owner on ratings to %I using (true)', current_user); end $$;
grant select, insert, update, delete on ratings to roundsman_app;

-- Whether customers are asked.
alter table businesses add column if not exists ask_rating boolean not null default true;
