-- When the application's secret is rotated, links handed out before go on opening what they opened.
alter table orders add column previous_tracking_hash bytea;
create unique index orders_by_previous_link on orders (previous_tracking_hash) where previous_tracking_hash is not null;
alter table routes add column previous_link_hash bytea;
create unique index routes_by_previous_link on routes (previous_link_hash) where previous_link_hash is not null;
