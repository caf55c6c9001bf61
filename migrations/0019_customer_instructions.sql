-- What the customer says for the driver on the tracking page, beside the order's own instructions.
alter table orders add column if not exists customer_instructions text;
