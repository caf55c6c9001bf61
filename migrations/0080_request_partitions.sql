-- As 0079, the log of API calls.
alter table api_requests set schema partitions;
alter table partitions.api_requests rename to api_requests_first;

create table api_requests (
  like partitions.api_requests_first including defaults including constraints,
  primary key (business_uuid, request_uuid)
) partition by range (request_uuid);
alter table api_requests drop constraint in_first_partition;
create index api_requests_by_key on api_requests (business_uuid, key_uuid, request_uuid);
create index api_requests_failed on api_requests (business_uuid, request_uuid) where status >= 400;
create index api_requests_errors on api_requests (business_uuid, request_uuid) where status >= 500;

select attach_first_partition('api_requests');
create index on partitions.api_requests_rest (at);

grant select, update (path) on api_requests to roundsman_app;
grant select, insert on api_requests to roundsman_system;
