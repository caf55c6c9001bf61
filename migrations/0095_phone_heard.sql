-- When the phone of a route's driver was last heard of: by a tap, a position or a look at the page.
alter table routes add column if not exists phone_at timestamptz;

-- No step of the office changes it.
create or replace function plan_of(r routes) returns jsonb language sql stable set timezone = 'UTC'
  return to_jsonb(r) - array['business_uuid', 'link_nonce', 'link_hash', 'previous_link_hash', 'position_lat', 'position_lng',
    'position_at', 'ways_due_at', 'ways_drawn_on', 'driven_meters', 'phone_at'];
