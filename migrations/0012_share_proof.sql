-- Whether the customer's tracking page shows the proof of the delivery.
alter table businesses add column share_proof boolean not null default false;
