-- Outside a transaction.
-- Calls that we failed, which are few among those refused.
drop index concurrently if exists api_requests_errors;
create index concurrently api_requests_errors on api_requests (business_uuid, request_uuid) where status >= 500;
