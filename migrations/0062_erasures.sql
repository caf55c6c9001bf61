-- Customers who are being erased (docs/privacy.md#erasure): whose deliveries, and by which words the rest is searched, sealed.
-- Once nothing is left to do, the row goes.
create table if not exists erasures (
  business_uuid uuid not null references businesses,
  erasure_uuid uuid not null,
  erased_at timestamptz not null,
  person bytea not null,
  -- Null until all was searched once; a day later it is searched once more, for what was under way.
  searched_at timestamptz,
  -- When it is taken up again.
  due_at timestamptz not null,
  primary key (business_uuid, erasure_uuid)
);
alter table erasures enable row level security;
alter table erasures force row level security;
drop policy if exists own_business on erasures;
create policy own_business on erasures to roundsman_app using (business_uuid = current_business());
drop policy if exists system on erasures;
create policy system on erasures to roundsman_system using (true);
do $$ begin
  drop policy if exists owner on erasures;
  execute format('create policy owner on erasures to %I using (true)', current_user);
end $$;
grant select, insert, update, delete on erasures to roundsman_app;
grant select on erasures to roundsman_system;

-- The key of the list of the erased, which is kept outside of the database: neither tells anybody without the other, and a
-- backup brings its key along.
alter table businesses add column if not exists erasure_key bytea not null
  default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

grant update (facts) on events to roundsman_app;
grant update (body) on text_replies to roundsman_app;
grant update (path) on api_requests to roundsman_app;

-- An Idempotency-Key that named a customer who was erased.
create or replace function erased_key(key text) returns text language sql immutable strict parallel safe
  return 'erased:' || encode(sha256(convert_to(key, 'UTF8')), 'hex');

-- As before, and it finds the answer to such a key.
create or replace function roundsman_admit(
  p_hash bytea, p_limits text[], p_caps integer[], p_scope text, p_idempotency_key text, p_now timestamptz,
  p_key_scope text, p_address inet)
returns table (business_uuid uuid, key_uuid uuid, time_zone text,
               refusal text, expires_at timestamptz,
               allowed boolean, cap integer, remaining integer, reset_seconds integer, retry_seconds integer,
               body_hash bytea, status smallint, reply bytea)
language plpgsql set role to roundsman_system as $$
#variable_conflict use_column
declare
  k record;
  c record;
begin
  select a.business_uuid, a.key_uuid, a.scopes, a.allowed_addresses, a.expires_at, b.time_zone into k
    from api_keys a join businesses b on b.business_uuid = a.business_uuid
    where a.hash = p_hash and a.revoked_at is null;
  if not found then return; end if;
  business_uuid := k.business_uuid; key_uuid := k.key_uuid; time_zone := k.time_zone; expires_at := k.expires_at;
  refusal := case
    when k.expires_at <= p_now then 'EXPIRED'
    when not coalesce(p_address <<= any (k.allowed_addresses), k.allowed_addresses is null) then 'ADDRESS'
    when p_key_scope <> all (k.scopes) then 'SCOPE'
  end;
  allowed := true;
  for i in 1 .. coalesce(array_length(p_limits, 1), 0) loop
    if not allowed then exit; end if;
    select * into c from take_call(k.business_uuid, k.key_uuid, p_limits[i], p_caps[i], p_now);
    if remaining is null or c.remaining < remaining or not c.allowed then
      allowed := c.allowed; cap := p_caps[i]; remaining := c.remaining;
      reset_seconds := c.reset_seconds; retry_seconds := c.retry_seconds;
    end if;
  end loop;
  if p_idempotency_key is not null and refusal is null then
    select s.body_hash, s.status, s.reply into body_hash, status, reply from idempotency_keys s
      where s.business_uuid = k.business_uuid and s.scope = p_scope
        and s.key in (p_idempotency_key, erased_key(p_idempotency_key));
  end if;
  return next;
end $$;
