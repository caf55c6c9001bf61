-- The API's calls of the last days as the office shows them, and when each key was last used.

alter table api_keys add column last_used_at timestamptz;

-- Written in batches off the request's path, and trimmed after days: so without references that each row would check.
create table api_requests (
  business_uuid uuid not null,
  -- Version 7: in the order in which the calls came.
  request_uuid uuid not null,
  at timestamptz not null,
  key_uuid uuid not null,
  method text not null,
  path text not null, -- without its query
  status smallint not null,
  duration_ms integer not null,
  error_code text,
  primary key (business_uuid, request_uuid)
);
create index api_requests_by_key on api_requests (business_uuid, key_uuid, request_uuid);
create index api_requests_failed on api_requests (business_uuid, request_uuid) where status >= 400;
create index api_requests_age on api_requests (at);

alter table api_requests enable row level security;
alter table api_requests force row level security;
create policy own_business on api_requests to roundsman_app using (business_uuid = current_business());
create policy system on api_requests to roundsman_system using (true);
do $$ begin
  execute format('create policy owner on api_requests to %I using (true)', current_user);
end $$;
grant select on api_requests to roundsman_app;
grant select, insert, delete on api_requests to roundsman_system;
grant update (last_used_at) on api_keys to roundsman_system;
