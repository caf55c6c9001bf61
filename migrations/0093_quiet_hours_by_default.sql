-- Customers are texted by day, and told each notice once: by text if they agreed, else by mail. Businesses choose otherwise.
alter table businesses add column if not exists notice_channels text not null default 'ONE';
alter table businesses alter column quiet_start set default '20:00', alter column quiet_end set default '08:00';
update businesses set quiet_start = '20:00', quiet_end = '08:00' where quiet_start is null;
