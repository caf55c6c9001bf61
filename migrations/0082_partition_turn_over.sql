-- Partitions are made ahead and dropped by a job, whose role owns nothing: so by functions of the owner, which do no more than that.
-- Each takes a short while under a lock that it waits for shortly: writers wait behind it, and the job comes again.

-- The partitions of a table and the ids between which theirs are; null for no bound, and the rest is not among them.
create or replace function partitions_of(of_table text)
returns table (partition regclass, first_id uuid, end_id uuid) language sql stable
set search_path = pg_catalog, public, pg_temp
begin atomic
  select c.oid::regclass,
    substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \(''([0-9a-f-]{36})''')::uuid,
    substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9a-f-]{36})''')::uuid
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = format('public.%I', of_table)::regclass and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT';
end;

-- One process at a time turns a table over.
create or replace function takes_turn(of_table text) returns boolean language plpgsql as $$
begin
  if partition_span(of_table) is null then raise exception '% is not kept in partitions', of_table; end if;
  return pg_try_advisory_xact_lock(hashtext('roundsman:partitions'), hashtext(of_table));
end $$;

-- Makes the first partition that is missing until then, and says its name; null when none is. Rows that are in the rest already stay
-- there: theirs is not made.
create or replace function make_partition(of_table text, since timestamptz, until timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '250ms' as $$
declare begins timestamptz; ends timestamptz; named text;
begin
  if not takes_turn(of_table) then return null; end if;
  for begins in select generate_series(span_begin(of_table, since), until, partition_span(of_table)) loop
    continue when exists (
      select from partitions_of(of_table) p
      where (p.first_id <= id_at(begins) or p.first_id is null) and p.end_id > id_at(begins));
    ends := begins + partition_span(of_table);
    named := format('%s_%s', of_table, to_char(begins at time zone 'UTC', 'YYYY_MM_DD'));
    execute format('create table partitions.%I (like public.%I including defaults including constraints)', named, of_table);
    perform keep_partition_closed(format('partitions.%I', named)::regclass);
    begin
      execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)', of_table, named,
        id_at(begins), id_at(ends));
      return named;
    exception when check_violation then
      execute format('drop table partitions.%I', named);
    end;
  end loop;
  return null;
end $$;

-- Drops the oldest partition whose time was over so many days ago, and says its name; null when there is none. Deliveries that are
-- still owed are put into the rest; a partition with too many of those to be moved while writers wait stays until there are fewer.
-- The audit log is dropped as far as no business keeps it, whatever is given.
create or replace function drop_partition(of_table text, today timestamptz, keep_days integer) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '250ms' as $$
declare old regclass; named text; owed integer; most_owed constant integer := 5000;
begin
  if not takes_turn(of_table) then return null; end if;
  if of_table = 'audit_log' then
    select case when bool_and(keep_logs_days is not null) then max(keep_logs_days) end into keep_days from businesses;
  end if;
  for old in select partition from partitions_of(of_table) where end_id <= id_at(today - keep_days * interval '1 day') order by end_id loop
    if of_table = 'webhook_deliveries' then
      execute format('select count(*) from (select from %s where next_attempt_at is not null limit %s) o', old, most_owed + 1) into owed;
      continue when owed > most_owed;
    end if;
    named := old::text;
    execute format('alter table public.%I detach partition %s', of_table, named);
    if of_table = 'webhook_deliveries' then
      execute format('insert into public.%I overriding system value select * from %s where next_attempt_at is not null', of_table, named);
    end if;
    -- Attempts of the first partition refer to it.
    execute format('drop table %s cascade', named);
    return named;
  end loop;
  return null;
end $$;

-- Of the first partition and of the rest, rows go by age, at most so many at a time; how many went. Attempts of the first go with
-- their deliveries.
create or replace function delete_by_age(of_table text, before timestamptz, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  aged text := case of_table when 'webhook_deliveries' then 'settled_at' when 'webhook_attempts' then 'at' when 'api_requests' then 'at' end;
  old regclass; gone integer; all_gone integer := 0;
begin
  if aged is null then raise exception '% does not go by age', of_table; end if;
  foreach old in array array[
    case when of_table <> 'webhook_attempts' then to_regclass(format('partitions.%I', of_table || '_first')) end,
    to_regclass(format('partitions.%I', of_table || '_rest'))]
  loop
    continue when old is null;
    execute format('delete from %s where ctid = any(array(select ctid from %1$s where %2$I < $1 order by %2$I limit $2))', old, aged)
      using before, most;
    get diagnostics gone = row_count;
    all_gone := all_gone + gone;
  end loop;
  return all_gone;
end $$;

-- PostgreSQL analyzes partitions by itself, and what they are partitions of never.
create or replace function analyze_partitions(of_table text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '250ms' as $$
begin
  if takes_turn(of_table) then execute format('analyze public.%I', of_table); end if;
end $$;

revoke execute on function make_partition, drop_partition, delete_by_age, analyze_partitions from public;
grant execute on function make_partition, drop_partition, delete_by_age, analyze_partitions to roundsman_system;
drop function attach_first_partition;
