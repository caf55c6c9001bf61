-- Where deliveries were handed over, by the driver's phone where it may say so and knows it well.
alter table driver_taps add column accuracy_meters double precision;
alter table place_visits add column lat double precision, add column lng double precision;
-- Who knows it: somebody of the office, or the deliveries that agreed on it. The office's word stands.
alter table known_doors add column known_by text not null default 'OFFICE' check (known_by in ('OFFICE', 'DELIVERIES'));
