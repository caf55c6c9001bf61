-- No other process drops a partition while rows of it are deleted.
create or replace function delete_by_age(of_table text, before timestamptz, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  aged text := case of_table when 'webhook_deliveries' then 'settled_at' when 'webhook_attempts' then 'at' when 'api_requests' then 'at' end;
  old regclass; gone integer; all_gone integer := 0;
begin
  if aged is null then raise exception '% does not go by age', of_table; end if;
  if not takes_turn(of_table) then return 0; end if;
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
