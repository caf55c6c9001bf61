-- Which attempt a delivery is, and the reference of the one that it delivers again.
alter table orders add column if not exists attempt integer not null default 1;
alter table orders add column if not exists repeat_of text;

-- Those made again before: one more than what they repeat where that failed.
with recursive chain (business_uuid, order_uuid, attempt, repeat_of) as (
  select r.business_uuid, r.repeat_uuid, 1 + (o.status = 'FAILED')::integer, o.external_ref
  from repeated_orders r
  join orders o on o.business_uuid = r.business_uuid and o.order_uuid = r.order_uuid
  where not exists (select from repeated_orders b where b.business_uuid = r.business_uuid and b.repeat_uuid = r.order_uuid)
  union all
  select r.business_uuid, r.repeat_uuid, c.attempt + (o.status = 'FAILED')::integer, o.external_ref
  from chain c
  join repeated_orders r on r.business_uuid = c.business_uuid and r.order_uuid = c.order_uuid
  join orders o on o.business_uuid = r.business_uuid and o.order_uuid = r.order_uuid
)
update orders o set attempt = c.attempt, repeat_of = c.repeat_of
from chain c where o.business_uuid = c.business_uuid and o.order_uuid = c.order_uuid;
