-- Outside a transaction.
-- What those who are bound to depots see and change: restrictive policies, of their role alone. Whoever else is a member of it, to be able to
-- become it, is left as they were. A table at a time, so that nobody waits for more than one, or for long.
do $$
declare
  wall record;
begin
  for wall in select * from (values
    ('depots', 'all', 'depot_uuid = any ((select current_depots())::uuid[])'),
    -- Without a depot of its own it starts from the default one.
    ('vehicles', 'all', 'case when depot_uuid is null
      then exists (select from depots d where d.business_uuid = vehicles.business_uuid and d.is_default)
      else depot_uuid = any ((select current_depots())::uuid[]) end'),
    ('routes', 'all', 'vehicle_uuid in (select v.vehicle_uuid from vehicles v where v.business_uuid = current_business())'),
    ('stops', 'all', 'exists (select from routes r where r.business_uuid = stops.business_uuid and r.route_uuid = stops.route_uuid)'),
    -- One that is on no route is everybody's, so that none is left lying.
    ('orders', 'all', 'route_uuid is null or exists (
      select from routes r where r.business_uuid = orders.business_uuid and r.route_uuid = orders.route_uuid)'),
    ('drivers', 'all', 'driver_uuid in (
        select v.driver_uuid from vehicles v where v.business_uuid = current_business() and v.driver_uuid is not null)
      or exists (select from routes r where r.business_uuid = drivers.business_uuid and r.driver_uuid = drivers.driver_uuid)
      or not has_vehicle(driver_uuid)'),
    ('driver_homes', 'select', 'exists (
      select from drivers d where d.business_uuid = driver_homes.business_uuid and d.driver_uuid = driver_homes.driver_uuid)'),
    ('push_subscriptions', 'select', 'exists (
      select from drivers d where d.business_uuid = push_subscriptions.business_uuid and d.driver_uuid = push_subscriptions.driver_uuid)'),
    ('driver_pushes', 'select', 'exists (
      select from routes r where r.business_uuid = driver_pushes.business_uuid and r.route_uuid = driver_pushes.route_uuid)'),
    ('ended_links', 'select', 'exists (
      select from routes r where r.business_uuid = ended_links.business_uuid and r.route_uuid = ended_links.route_uuid)'),
    ('driver_taps', 'select', 'exists (
      select from routes r where r.business_uuid = driver_taps.business_uuid and r.route_uuid = driver_taps.route_uuid)'),
    ('refused_proofs', 'select', 'exists (
      select from routes r where r.business_uuid = refused_proofs.business_uuid and r.route_uuid = refused_proofs.route_uuid)'),
    ('proofs', 'select', 'exists (
      select from stops s where s.business_uuid = proofs.business_uuid and s.stop_uuid = proofs.stop_uuid)'),
    ('removed_stops', 'select', 'exists (
      select from orders o where o.business_uuid = removed_stops.business_uuid and o.order_uuid = removed_stops.order_uuid)'),
    ('ratings', 'select', 'exists (
      select from orders o where o.business_uuid = ratings.business_uuid and o.order_uuid = ratings.order_uuid)'),
    ('text_replies', 'select', 'exists (
      select from orders o where o.business_uuid = text_replies.business_uuid and o.order_uuid = text_replies.order_uuid)'),
    ('receipts', 'select', 'exists (
      select from orders o where o.business_uuid = receipts.business_uuid and o.order_uuid = receipts.order_uuid)'),
    ('messages', 'select', '(order_uuid is null or exists (
        select from orders o where o.business_uuid = messages.business_uuid and o.order_uuid = messages.order_uuid))
      and (route_uuid is null or exists (
        select from routes r where r.business_uuid = messages.business_uuid and r.route_uuid = messages.route_uuid))
      and (driver_uuid is null or exists (
        select from drivers d where d.business_uuid = messages.business_uuid and d.driver_uuid = messages.driver_uuid))'),
    ('history', 'select', 'case when route_uuid is null
      then exists (select from orders o where o.business_uuid = history.business_uuid and o.order_uuid = history.record_uuid)
      else exists (select from routes r where r.business_uuid = history.business_uuid and r.route_uuid = history.route_uuid) end'),
    ('failed_work', 'select', 'exists (
        select from orders o where o.business_uuid = failed_work.business_uuid and o.order_uuid = failed_work.item_uuid)
      or exists (select from routes r where r.business_uuid = failed_work.business_uuid and r.route_uuid = failed_work.item_uuid)'),
    ('imports', 'all', 'depots <@ (select current_depots())::uuid[]'),
    ('import_rows', 'select', 'exists (
      select from imports i where i.business_uuid = import_rows.business_uuid and i.import_uuid = import_rows.import_uuid)'),
    ('builds', 'all', 'depots <@ (select current_depots())::uuid[]'),
    ('build_proposals', 'all', 'depots <@ (select current_depots())::uuid[]'),
    ('replans', 'all', 'depots <@ (select current_depots())::uuid[]'),
    ('undo_steps', 'all', 'depots <@ (select current_depots())::uuid[]'),
    -- Only owners, who are bound to none, ask for these.
    ('audit_log', 'select', 'exists (
        select from orders o where o.business_uuid = audit_log.business_uuid and o.order_uuid = audit_log.entity_uuid)
      or exists (select from routes r where r.business_uuid = audit_log.business_uuid and r.route_uuid = audit_log.entity_uuid)
      or exists (select from stops s where s.business_uuid = audit_log.business_uuid and s.stop_uuid = audit_log.entity_uuid)'),
    ('webhook_deliveries', 'select', '(order_uuid is null or exists (
        select from orders o where o.business_uuid = webhook_deliveries.business_uuid and o.order_uuid = webhook_deliveries.order_uuid))
      and (route_uuid is null or exists (
        select from routes r where r.business_uuid = webhook_deliveries.business_uuid and r.route_uuid = webhook_deliveries.route_uuid))')
  ) as walls (of_table, command, seen)
  loop
    loop
      begin
        set local lock_timeout = '500ms';
        execute format('drop policy if exists of_depots on %I', wall.of_table);
        execute format('create policy of_depots on %I as restrictive for %s to roundsman_depots using (current_user <> ''roundsman_depots'' or (%s))',
          wall.of_table, wall.command, wall.seen);
        exit;
      exception when lock_not_available then
        perform pg_sleep(0.2);
      end;
    end loop;
    commit;
  end loop;
end $$;
