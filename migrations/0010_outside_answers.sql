-- What geocoders answered, for a while, and whose turn it is at one that wants to be asked slowly. Shared by all
-- businesses; losing either in a crash is harmless.
create unlogged table geocode_answers (
  geocoder text not null,
  address text not null,
  answer jsonb not null,
  expires_at timestamptz not null,
  primary key (geocoder, address)
);
create index geocode_answers_age on geocode_answers (expires_at);

create unlogged table provider_turns (
  provider text primary key,
  next_at timestamptz not null
);

grant select, insert, update, delete on geocode_answers to roundsman_system;
grant select, insert, update on provider_turns to roundsman_system;
