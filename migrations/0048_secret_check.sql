-- Tells whether the application's secret is the one that this database is used with: a signature made with it.
create table secret_check (
  only_row boolean primary key default true check (only_row),
  signature text not null
);
