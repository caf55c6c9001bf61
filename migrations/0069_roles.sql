-- Roles for those who manage drivers, load vehicles or read reports (docs/roles.md).
alter table users drop constraint if exists users_role_check;
alter table users add constraint users_role_check
  check (role in ('OWNER', 'DISPATCHER', 'DRIVER_MANAGER', 'VIEWER', 'WAREHOUSE', 'ACCOUNTANT')) not valid;
alter table users validate constraint users_role_check;
alter table user_links drop constraint if exists user_links_role_check;
alter table user_links add constraint user_links_role_check
  check (role in ('OWNER', 'DISPATCHER', 'DRIVER_MANAGER', 'VIEWER', 'WAREHOUSE', 'ACCOUNTANT')) not valid;
alter table user_links validate constraint user_links_role_check;
