-- Whether the tracking page shows what is in the delivery.
alter table businesses add column if not exists show_items boolean not null default true;
