-- Who speaks: users, their linked wallets, and the sign-in challenges that are still to be used.

CREATE TABLE users (
    id text PRIMARY KEY,
    created_at timestamptz NOT NULL
);

CREATE TABLE wallets (
    address text PRIMARY KEY CHECK (address ~ '^0x[0-9a-fA-F]{40}$'),
    user_id text NOT NULL REFERENCES users,
    is_default boolean NOT NULL,
    linked_at timestamptz NOT NULL
);
CREATE INDEX wallets_of_user ON wallets (user_id);
CREATE UNIQUE INDEX wallets_one_default ON wallets (user_id) WHERE is_default;

-- The message is kept byte by byte: what is redeemed must be exactly what was offered (EIP-4361).
CREATE TABLE challenges (
    nonce text PRIMARY KEY,
    message bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
);
CREATE UNIQUE INDEX challenges_message ON challenges (sha256(message));
CREATE INDEX challenges_expiry ON challenges (expires_at);
