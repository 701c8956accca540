-- Outgoing mail: where cards stand, and one letter for each place and change.

CREATE TABLE places (
    task_id text NOT NULL REFERENCES tasks,
    channel text NOT NULL,
    chat text NOT NULL,
    message_id text NOT NULL,
    PRIMARY KEY (task_id, channel, chat, message_id)
);

CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task_id text NOT NULL REFERENCES tasks,
    channel text NOT NULL,
    chat text NOT NULL,
    message_id text NOT NULL,
    user_id text NOT NULL,
    language text NOT NULL,
    body jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    not_before timestamptz NOT NULL,
    leased_until timestamptz,
    sent_at timestamptz,
    superseded_at timestamptz,
    trouble text -- why the last try failed
);
CREATE INDEX outbox_waiting ON outbox (channel, chat, id) WHERE sent_at IS NULL AND superseded_at IS NULL;
CREATE INDEX outbox_leased ON outbox (channel, chat) WHERE sent_at IS NULL AND leased_until IS NOT NULL;
CREATE INDEX outbox_of_place ON outbox (task_id, id);
