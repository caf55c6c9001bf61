-- The login that serves owns nothing (docs/decisions/038-the-login-owns-nothing.md). What it asks outside of any business, before it
-- is known whose a sign-in, a session or a link is, it may by this role.
do $$ begin create role roundsman_entry nologin; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  execute format('grant roundsman_entry to %I', current_user);
end $$;
grant usage on schema public to roundsman_entry;

do $$
declare t text;
begin
  foreach t in array array['businesses', 'users', 'sessions', 'user_links', 'passkeys', 'identities', 'single_sign_on', 'zones'] loop
    execute format('drop policy if exists entry on %I', t);
    execute format('create policy entry on %I for select to roundsman_entry using (true)', t);
  end loop;
end $$;
grant select on businesses, sessions, user_links to roundsman_entry;
grant select (business_uuid, user_uuid, email, name, role, password_hash, totp_secret, language) on users to roundsman_entry;
grant select (business_uuid, user_uuid, credential) on passkeys to roundsman_entry;
grant select (business_uuid, user_uuid, issuer) on identities to roundsman_entry;
grant select (business_uuid, issuer, mail_domains) on single_sign_on to roundsman_entry;
grant select (business_uuid, zone_uuid) on zones to roundsman_entry;
grant select, insert, update, delete on set_up_link to roundsman_entry;
grant select, insert, update on rate_buckets to roundsman_entry;
-- A key that signs receipts is made where there is none; only the owner replaces it.
grant select, insert on receipt_keys to roundsman_entry;
-- As are the key of notifications and the mark of the secret.
grant select, insert on push_key, secret_check to roundsman_entry;
