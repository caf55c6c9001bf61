-- Receipts of outcomes, one after the other for each business, signed (docs/spec/receipts.md). They are kept for good, and
-- name nobody: of what may, the signed part has salted digests only, and what they are of can be removed.
create table if not exists receipts (
  business_uuid uuid not null references businesses,
  receipt_uuid uuid not null,
  order_uuid uuid not null,
  stop_uuid uuid not null,
  -- As canonical JSON; what is signed once it has its place among the others.
  content text not null,
  -- Values and salts of the digests in it.
  disclosed jsonb,
  settled_at timestamptz not null,
  link_hash bytea not null,
  previous_link_hash bytea,
  -- These are null until it has its place.
  sequence bigint,
  digest bytea,
  signature bytea,
  kid text,
  primary key (business_uuid, receipt_uuid),
  check (num_nulls(sequence, digest, signature, kid) in (0, 4))
);
create unique index if not exists receipts_in_order on receipts (business_uuid, sequence);
create index if not exists receipts_by_order on receipts (business_uuid, order_uuid);
create index if not exists receipts_by_stop on receipts (business_uuid, stop_uuid);
create index if not exists receipts_to_seal on receipts (business_uuid, receipt_uuid) where sequence is null;
create index if not exists receipts_with_place on receipts (business_uuid, settled_at) where disclosed ? 'place';
create unique index if not exists receipts_by_id on receipts (receipt_uuid);
create unique index if not exists receipts_by_link on receipts (link_hash);
create unique index if not exists receipts_by_previous_link on receipts (previous_link_hash)
  where previous_link_hash is not null;

-- The last receipt of each business that has its place. Whoever gives out places holds its lock.
create table if not exists receipt_chains (
  business_uuid uuid primary key references businesses,
  sequence bigint not null default 0,
  digest bytea,
  issued_at timestamptz
);

do $$
declare t text;
begin
  foreach t in array array['receipts', 'receipt_chains'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('drop policy if exists own_business on %I', t);
    execute format('create policy own_business on %I to roundsman_app using (business_uuid = current_business())', t);
    execute format('drop policy if exists owner on %I', t);
    execute format('create policy owner on %I to %I using (true)', t, current_user);
  end loop;
end $$;
grant select, insert, update on receipts, receipt_chains to roundsman_app;
drop policy if exists system on receipts;
create policy system on receipts to roundsman_system using (true);
grant select on receipts to roundsman_system;

-- The keys of this installation that sign or signed receipts; the last one does. What a key was used for can be checked
-- for good, so only its private half goes when another takes its place.
create table if not exists receipt_keys (
  -- The thumbprint of RFC 7638.
  kid text primary key,
  public_key text not null,
  -- Sealed.
  private_key bytea,
  made_at timestamptz not null,
  retired_at timestamptz,
  check ((private_key is null) = (retired_at is not null))
);
create unique index if not exists receipt_keys_in_use on receipt_keys ((true)) where retired_at is null;
grant select on receipt_keys to roundsman_app;
