-- Reads each table once, while writes go on.
alter table webhook_deliveries validate constraint in_first_partition;
alter table webhook_attempts validate constraint in_first_partition;
alter table api_requests validate constraint in_first_partition;
alter table audit_log validate constraint in_first_partition;
