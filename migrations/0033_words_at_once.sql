-- A list of words to be merged later is merged by whoever finds it full, a request or an analysis: 140,000 pages read
-- and up to three seconds, while the orders behind it wait. Each order adds its words itself.
alter index orders_by_own_word set (fastupdate = off);
select gin_clean_pending_list('orders_by_own_word');
