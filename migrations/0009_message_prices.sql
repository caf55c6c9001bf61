-- What a text cost: as its provider says, or by the business's own price of a segment.
alter table messages add column if not exists segments integer;
alter table messages add column if not exists price double precision;
alter table messages add column if not exists currency text;
grant update (segments, price, currency) on messages to roundsman_system;
alter table businesses add column if not exists text_price double precision;
alter table businesses add column if not exists text_currency text not null default 'USD';
