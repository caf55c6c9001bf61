-- What is written once and deleted by age is kept in partitions by time from here on (docs/scaling.md#partitions-by-time): this
-- migration and the four after it. No row is moved. Each table becomes the first partition of one with its name, and to be
-- attached without being read under a lock it first has a constraint that says where it ends.

-- Out of the way of whatever lists tables. Nobody but the owner can name what is in it: rows are reached through the table.
create schema if not exists partitions;

-- Ids are version 7 UUIDs, which begin with the milliseconds since 1970.
create or replace function id_at(at timestamptz) returns uuid language sql immutable strict parallel safe
  return (lpad(to_hex(least(greatest(extract(epoch from at) * 1000, 0), 281474976710655)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- How much time a partition spans. Every look for what is owed goes through all of the deliveries': few, and as large as that. The
-- audit log is kept for good unless every business says otherwise.
create or replace function partition_span(of_table text) returns interval language sql immutable strict parallel safe
  return case of_table when 'webhook_deliveries' then interval '14 days' when 'webhook_attempts' then interval '14 days'
    when 'api_requests' then interval '7 days' when 'audit_log' then interval '91 days' end;

-- Partitions begin where whole spans since 1970 do.
create or replace function span_begin(of_table text, at timestamptz) returns timestamptz language sql stable strict parallel safe
  return date_bin(partition_span(of_table), at, timestamptz '1970-01-01 00:00:00+00');

-- The first partition ends in two weeks at the earliest: until then all rows are in it, as they were, for processes of the version
-- before. If ids are of a time still to come, it ends after them.
do $$
declare t record; statement text; statements text[]; newest uuid;
begin
  -- All is read before the first lock is taken.
  for t in select * from (values ('webhook_deliveries', 'delivery_id'), ('webhook_attempts', 'delivery_id'),
                                 ('api_requests', 'request_uuid'), ('audit_log', 'audit_uuid')) as x (name, key)
  loop
    execute format('select %I from %I order by %1$I desc limit 1', t.key, t.name) into newest;
    statements := statements || format('alter table %I add constraint in_first_partition check (%I < %L) not valid', t.name, t.key,
      id_at(partition_span(t.name) + span_begin(t.name, greatest(now() + interval '14 days',
        to_timestamp(('x' || left(replace(newest::text, '-', ''), 12))::bit(48)::bigint / 1000.0)))));
  end loop;
  foreach statement in array statements loop execute statement; end loop;
end $$;

-- Nobody but the owner gets at a partition by itself.
create or replace function keep_partition_closed(partition regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', partition);
  execute format('alter table %s force row level security', partition);
  execute format('create policy owner on %s to %I using (true)', partition, current_user);
end $$;

-- For the migrations that follow: the table of before becomes the first partition, and its policies those of the table. What is of no
-- other is kept in the rest, such as ids of another time: nothing fails for want of a partition.
create or replace function attach_first_partition(of_table text) returns void language plpgsql as $$
declare first_partition regclass := format('partitions.%I', of_table || '_first'); policy record; ends text;
begin
  select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') into strict ends
    from pg_constraint where conrelid = first_partition and conname = 'in_first_partition';
  execute format('alter table public.%I attach partition %s for values from (minvalue) to (%L)', of_table, first_partition, ends);
  execute format('alter table %s drop constraint in_first_partition', first_partition);
  execute format('revoke all on %s from roundsman_app, roundsman_system', first_partition);
  for policy in select * from pg_policies where schemaname = 'partitions' and tablename = of_table || '_first' loop
    execute format('create policy %I on public.%I as %s for %s to %s', policy.policyname, of_table, policy.permissive, policy.cmd,
        (select string_agg(quote_ident(r), ', ') from unnest(policy.roles) r))
      || coalesce(' using (' || policy.qual || ')', '') || coalesce(' with check (' || policy.with_check || ')', '');
    execute format('drop policy %I on %s', policy.policyname, first_partition);
  end loop;
  execute format('alter table public.%I enable row level security', of_table);
  execute format('alter table public.%I force row level security', of_table);
  perform keep_partition_closed(first_partition);

  execute format('create table partitions.%I (like public.%I including defaults including constraints)', of_table || '_rest', of_table);
  execute format('alter table public.%I attach partition partitions.%I default', of_table, of_table || '_rest');
  perform keep_partition_closed(format('partitions.%I', of_table || '_rest')::regclass);
end $$;
