-- How many minutes an expected arrival must pass before the endpoint hears of it (stop.eta_changed).
alter table webhook_endpoints
  add column if not exists eta_change_minutes integer not null default 10
    check (eta_change_minutes between 5 and 120 and eta_change_minutes % 5 = 0);
