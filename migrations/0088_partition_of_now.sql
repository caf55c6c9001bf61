-- A row on its way into the rest is refused once the partition of its time is attached. So writers wait while that of the present is
-- made, which is only where the job was away for weeks: those ahead are made before anything is written to them.
create or replace function make_partition(of_table text, since timestamptz, until timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '250ms' as $$
declare begins timestamptz; ends timestamptz; named text;
begin
  if not takes_turn(of_table) then return null; end if;
  for begins in select generate_series(span_begin(of_table, since), until, partition_span(of_table)) loop
    continue when exists (
      select from partitions_of(of_table) p
      where (p.first_id <= id_at(begins) or p.first_id is null) and p.end_id > id_at(begins));
    if begins <= since then execute format('lock table public.%I in share row exclusive mode', of_table); end if;
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
