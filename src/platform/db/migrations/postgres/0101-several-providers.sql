-- A store is connected to an account at each of several payment providers. Which of them takes the
-- payments is a setting of the store (stores.provider).
ALTER TABLE provider_connections DROP CONSTRAINT provider_connections_pkey;
ALTER TABLE provider_connections ADD PRIMARY KEY (store_id, provider);
