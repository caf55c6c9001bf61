-- The test side of a business: a business of its own, with its own data under the same row security, which names the one
-- that it is the test side of. A signed-in browser is on one side or the other.
alter table businesses add column if not exists test_of uuid;
create unique index if not exists businesses_test_side on businesses (test_of) where test_of is not null;
alter table sessions add column if not exists on_test_side boolean not null default false;
