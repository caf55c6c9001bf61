-- Calls are counted anew after a clock was set back by more than a minute; they were refused until it had caught up.
create or replace function take_call(p_business uuid, p_key uuid, p_limit text, p_cap integer, p_now timestamptz,
                          out allowed boolean, out remaining integer, out reset_seconds integer, out retry_seconds integer)
language plpgsql as $$
declare
  second bigint := floor(extract(epoch from p_now));
  row_head bigint;
  ring integer[];
  row_used integer;
  excess integer;
  i integer;
begin
  -- The newest call leaves the window last.
  reset_seconds := 61;
  retry_seconds := 0;
  update rate_counts set used = used + 1, counts[second % 61 + 1] = counts[second % 61 + 1] + 1
    where business_uuid = p_business and key_uuid = p_key and limit_name = p_limit and head = second and used < p_cap
    returning used into row_used;
  if found then
    allowed := true;
    remaining := p_cap - row_used;
    return;
  end if;
  insert into rate_counts (business_uuid, key_uuid, limit_name, head, counts)
    values (p_business, p_key, p_limit, second, array_fill(0, array[61]))
    on conflict do nothing;
  select head, counts, used into row_head, ring, row_used from rate_counts
    where business_uuid = p_business and key_uuid = p_key and limit_name = p_limit for update;
  -- Further ahead than clocks differ, the count is from before a clock was set back: it begins anew.
  if second < row_head - 60 then row_head := second - 61; end if;
  -- A clock that runs a little behind the one that wrote last counts into the newest second.
  if second < row_head then second := row_head; end if;
  for s in greatest(row_head + 1, second - 60) .. second loop
    row_used := row_used - ring[s % 61 + 1];
    ring[s % 61 + 1] := 0;
  end loop;
  allowed := row_used < p_cap;
  if allowed then
    ring[second % 61 + 1] := ring[second % 61 + 1] + 1;
    row_used := row_used + 1;
  end if;
  update rate_counts set head = second, counts = ring, used = row_used
    where business_uuid = p_business and key_uuid = p_key and limit_name = p_limit;
  remaining := greatest(p_cap - row_used, 0);
  if allowed then return; end if;
  reset_seconds := 0;
  excess := row_used - p_cap + 1; -- how many must leave the window before one more may pass
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
