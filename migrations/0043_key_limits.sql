-- What a key may do, from where, and until when. Null: everything, from anywhere, always, as every key so far.
alter table api_keys
  add column if not exists scopes text[],
  add column if not exists allowed_addresses inet[],
  add column if not exists expires_at timestamptz,
  -- The key that takes its place, once it is rolled over.
  add column if not exists replaced_by uuid;

-- As before, and why the key may not make this call, if so. That a call is refused counts against its limits, too.
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
      where s.business_uuid = k.business_uuid and s.scope = p_scope and s.key = p_idempotency_key;
  end if;
  return next;
end $$;

-- The version before knows of no limits: while it still runs, it takes no key that has any.
create or replace function roundsman_admit(p_hash bytea, p_limits text[], p_caps integer[], p_scope text, p_idempotency_key text, p_now timestamptz)
returns table (business_uuid uuid, key_uuid uuid, key_name text, time_zone text,
               allowed boolean, cap integer, remaining integer, reset_seconds integer, retry_seconds integer,
               body_hash bytea, status smallint, reply bytea)
language plpgsql set role to roundsman_system as $$
#variable_conflict use_column
begin
  return query
    select a.business_uuid, a.key_uuid, k.name, a.time_zone, a.allowed, a.cap, a.remaining, a.reset_seconds,
           a.retry_seconds, a.body_hash, a.status, a.reply
    from roundsman_admit(p_hash, p_limits, p_caps, p_scope, p_idempotency_key, p_now, null, null) a
    join api_keys k on k.business_uuid = a.business_uuid and k.key_uuid = a.key_uuid
    where a.refusal is null and k.scopes is null;
end $$;
