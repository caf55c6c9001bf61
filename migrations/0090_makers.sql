-- Who made what lets somebody in, or sends data out. A link ends when its maker may no longer make it; of the rest, an owner
-- decides whether it stays.
alter table user_links add column if not exists made_by uuid;
alter table api_keys add column if not exists made_by uuid;
alter table webhook_endpoints add column if not exists made_by uuid;
alter table single_sign_on add column if not exists made_by uuid;

create or replace function pg_temp.maker_of(of_business uuid, of_record uuid, actions text[]) returns uuid language sql stable as $$
  select actor_id::uuid from audit_log
  where business_uuid = of_business and entity_uuid = of_record and action = any (actions) and actor_kind = 'OFFICE'
  order by audit_uuid desc limit 1
$$;
update user_links set made_by = pg_temp.maker_of(business_uuid, coalesce(user_uuid, link_uuid), array['user.invited', 'user.reset_link_made'])
  where made_by is null and not keeps_totp;
update api_keys k set made_by = coalesce(
    pg_temp.maker_of(business_uuid, key_uuid, array['key.created']),
    (select pg_temp.maker_of(o.business_uuid, o.key_uuid, array['key.rolled_over']) from api_keys o
     where o.business_uuid = k.business_uuid and o.replaced_by = k.key_uuid))
  where made_by is null and revoked_at is null;
update webhook_endpoints set made_by = pg_temp.maker_of(business_uuid, endpoint_uuid, array['webhook_endpoint.created', 'webhook_endpoint.secret_rotated'])
  where made_by is null and deleted_at is null;
update single_sign_on set made_by = pg_temp.maker_of(business_uuid, business_uuid, array['single_sign_on.changed'])
  where made_by is null;
drop function pg_temp.maker_of(uuid, uuid, text[]);

-- Links of makers who are owners no longer. An operator's link has no maker; an invitation always has one.
delete from user_links l where not exists (
    select from users u where u.business_uuid = l.business_uuid and u.user_uuid = l.made_by and u.role = 'OWNER'
  ) and (made_by is not null or role is not null);
