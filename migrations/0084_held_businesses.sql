-- Outside a transaction.
-- The system role changes nothing of businesses that are not served here. Each table by itself, and none waits long.
do $$
declare
  tenant record;
  command text;
begin
  for tenant in
    select c.oid::regclass as name, k.command from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_uuid' and not a.attisdropped
    cross join (values ('insert'), ('update'), ('delete')) as k (command)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
      and case k.command when 'update' then has_any_column_privilege('roundsman_system', c.oid, 'update')
        else has_table_privilege('roundsman_system', c.oid, k.command) end
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'held_' || k.command)
    order by c.relname, k.command
  loop
    loop
      begin
        set local lock_timeout = '500ms';
        execute format('create policy held_%s on %s as restrictive for %s to roundsman_system %s (business_uuid <> all ((select held_businesses())::uuid[]))',
          tenant.command, tenant.name, tenant.command, case tenant.command when 'insert' then 'with check' else 'using' end);
        exit;
      exception when lock_not_available then
        perform pg_sleep(0.1);
      end;
    end loop;
    commit;
  end loop;
end $$;
