-- Signing out ends the session at the OpenID Connect issuer too, which asks for the ID token that it gave.

-- Sealed; gone when the session ends. Null: the person did not come through an issuer.
alter table sessions add column issuer_token bytea;
