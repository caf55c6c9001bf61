-- What a driver said with a tap: where it did not count, the office needs it to set it right.
alter table driver_taps add column reason text, add column notes text;
