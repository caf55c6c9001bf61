-- Outside a transaction.
-- orders_by_status_and_day has the open orders of a day in the same order: each write kept both.
drop index concurrently if exists orders_routable;
