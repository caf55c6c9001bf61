-- Admission of an API call in one round trip: the key, the rate limits and a stored answer.

-- Counts one call of a key against one limit. At most `cap` calls pass in any 60 seconds: the ring holds whole
-- seconds, and the oldest, partly outside the window, still counts whole. A refused call is not counted.
create function take_call(p_business uuid, p_key uuid, p_limit text, p_cap integer, p_now timestamptz,
                          out allowed boolean, out remaining integer, out reset_seconds integer, out retry_seconds integer)
language plpgsql as $$
declare
  second bigint := floor(extract(epoch from p_now));
  row_head bigint;
  ring integer[];
  used integer := 0;
  excess integer;
  i integer;
begin
  insert into rate_counts (business_uuid, key_uuid, limit_name, head, counts)
    values (p_business, p_key, p_limit, second, array_fill(0, array[61]))
    on conflict do nothing;
  select head, counts into row_head, ring from rate_counts
    where business_uuid = p_business and key_uuid = p_key and limit_name = p_limit for update;
  -- A clock that runs behind the one that wrote last counts into the newest second.
  if second < row_head then second := row_head; end if;
  if second - row_head > 60 then
    ring := array_fill(0, array[61]);
  elsif second > row_head then
    for s in row_head + 1 .. second loop ring[s % 61 + 1] := 0; end loop;
  end if;
  for i in 1 .. 61 loop used := used + ring[i]; end loop;
  allowed := used < p_cap;
  if allowed then
    ring[second % 61 + 1] := ring[second % 61 + 1] + 1;
    used := used + 1;
  end if;
  update rate_counts set head = second, counts = ring
    where business_uuid = p_business and key_uuid = p_key and limit_name = p_limit;
  remaining := greatest(p_cap - used, 0);
  retry_seconds := 0;
  reset_seconds := 0;
  excess := used - p_cap + 1; -- how many must leave the window before one more may pass
  for age in reverse 60 .. 0 loop
    i := ring[(second - age + 61) % 61 + 1];
    if i > 0 then
      reset_seconds := 61 - age;
      if excess > 0 and retry_seconds = 0 then
        excess := excess - i;
        if excess <= 0 then retry_seconds := 61 - age; end if;
      end if;
    end if;
  end loop;
end $$;

-- Who calls, whether the call may pass, and the answer stored under its idempotency key, if any.
create function roundsman_admit(p_hash bytea, p_limits text[], p_caps integer[], p_scope text, p_idempotency_key text, p_now timestamptz)
returns table (business_uuid uuid, key_uuid uuid, key_name text, time_zone text,
               allowed boolean, cap integer, remaining integer, reset_seconds integer, retry_seconds integer,
               body_hash bytea, status smallint, reply bytea)
language plpgsql set role to roundsman_system as $$
#variable_conflict use_column
declare
  k record;
  c record;
begin
  select a.business_uuid, a.key_uuid, a.name, b.time_zone into k
    from api_keys a join businesses b on b.business_uuid = a.business_uuid
    where a.hash = p_hash and a.revoked_at is null;
  if not found then return; end if;
  business_uuid := k.business_uuid; key_uuid := k.key_uuid; key_name := k.name; time_zone := k.time_zone;
  allowed := true;
  for i in 1 .. coalesce(array_length(p_limits, 1), 0) loop
    if not allowed then exit; end if;
    select * into c from take_call(k.business_uuid, k.key_uuid, p_limits[i], p_caps[i], p_now);
    if remaining is null or c.remaining < remaining or not c.allowed then
      allowed := c.allowed; cap := p_caps[i]; remaining := c.remaining;
      reset_seconds := c.reset_seconds; retry_seconds := c.retry_seconds;
    end if;
  end loop;
  if p_idempotency_key is not null then
    select s.body_hash, s.status, s.reply into body_hash, status, reply from idempotency_keys s
      where s.business_uuid = k.business_uuid and s.scope = p_scope and s.key = p_idempotency_key;
  end if;
  return next;
end $$;
