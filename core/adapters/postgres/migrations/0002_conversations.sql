-- What was said: turns (one per accepted message), threads and their entries.

CREATE TABLE turns (
    id text PRIMARY KEY,
    channel text NOT NULL,
    chat text NOT NULL,
    message_id text NOT NULL,
    user_id text NOT NULL,
    thread text NOT NULL,
    text text NOT NULL,
    language text,
    digest text NOT NULL,
    accepted_at timestamptz NOT NULL,
    finished_at timestamptz,
    reply jsonb,
    UNIQUE (channel, chat, message_id),
    CHECK ((finished_at IS NULL) = (reply IS NULL))
);
CREATE INDEX turns_unfinished ON turns (accepted_at) WHERE finished_at IS NULL;
CREATE INDEX turns_of_user ON turns (user_id, accepted_at);

CREATE TABLE threads (
    id text PRIMARY KEY,
    user_id text NOT NULL,
    channel text NOT NULL,
    title text NOT NULL,
    draft jsonb,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    cleared_at timestamptz
);
CREATE INDEX threads_of_user ON threads (user_id, updated_at DESC) WHERE cleared_at IS NULL;

CREATE TABLE entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    thread text NOT NULL REFERENCES threads,
    source text NOT NULL,
    role text NOT NULL CHECK (role IN ('user', 'assistant', 'status')),
    at timestamptz NOT NULL,
    language text NOT NULL,
    text text NOT NULL,
    body jsonb,
    UNIQUE (thread, source)
);
