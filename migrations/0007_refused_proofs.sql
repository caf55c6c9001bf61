-- Photos and signatures that came with a tap that could not count: for the office to make them an outcome.
create table if not exists refused_proofs (
  business_uuid uuid not null,
  proof_uuid uuid not null,
  route_uuid uuid not null,
  stop_uuid uuid not null,
  kind text not null check (kind in ('PHOTO', 'SIGNATURE')),
  file_name text not null,
  content_type text not null,
  sha256 bytea not null,
  signed_by text,
  taken_at timestamptz not null,
  claimed_at timestamptz,
  lat double precision,
  lng double precision,
  created_at timestamptz not null default now(),
  primary key (business_uuid, proof_uuid),
  foreign key (business_uuid, route_uuid) references routes on delete cascade
);
create index if not exists refused_proofs_by_stop on refused_proofs (business_uuid, route_uuid, stop_uuid);
-- A signed link names the proof alone.
create unique index if not exists refused_proofs_by_id on refused_proofs (proof_uuid);
alter table refused_proofs enable row level security;
alter table refused_proofs force row level security;
drop policy if exists own_business on refused_proofs;
create policy own_business on refused_proofs to roundsman_app using (business_uuid = current_business());
drop policy if exists system on refused_proofs;
create policy system on refused_proofs to roundsman_system using (true);
drop policy if exists owner on refused_proofs;
do $$ begin execute format('create policy owner on refused_proofs to %I using (true)', current_user); end $$;
grant select, insert, delete on refused_proofs to roundsman_app;
grant select on refused_proofs to roundsman_system;

-- When the office made an outcome of a refused tap, or dismissed it.
alter table driver_taps add column if not exists resolved_at timestamptz;
