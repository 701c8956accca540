-- Money: tasks, the transactions that were reported for them, and two second lines of defence:
-- the transition table of core.domain.task, and content that never changes once it was shown.

CREATE TABLE tasks (
    id text PRIMARY KEY,
    turn_id text NOT NULL UNIQUE,
    user_id text NOT NULL REFERENCES users,
    thread text NOT NULL,
    channel text NOT NULL,
    language text NOT NULL,
    key_hash bytea NOT NULL UNIQUE,
    state text NOT NULL CHECK (state IN ('INTENT_CONFIRM', 'PREVIEW', 'SUBMITTED', 'SETTLED', 'FAILED',
                                         'REJECTED', 'EXPIRED_UNSENT', 'EXPIRED_UNKNOWN')),
    reason text NOT NULL,
    card jsonb NOT NULL,
    digest text NOT NULL,
    chain_id bigint NOT NULL,
    payer text NOT NULL,
    recipient text NOT NULL,
    token text, -- NULL is the chain's native coin
    amount_raw numeric(78, 0) NOT NULL CHECK (amount_raw > 0),
    created_at timestamptz NOT NULL,
    created_block bigint NOT NULL,
    nonce bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    confirmed_at timestamptz,
    tx_hash text CHECK (tx_hash ~ '^0x[0-9a-f]{64}$'),
    hash_at timestamptz,
    interrupt_id text,
    gate_answered boolean NOT NULL DEFAULT false,
    next_check_at timestamptz,
    watch_until timestamptz,
    leased_until timestamptz,
    -- False once the task came back from EXPIRED_UNSENT: its order may have been given anew meanwhile.
    guards_order boolean NOT NULL DEFAULT true
);

-- The human's duplicate guard: one open card for the same order.
CREATE UNIQUE INDEX tasks_open_order
    ON tasks (user_id, payer, chain_id, recipient, coalesce(token, ''), amount_raw)
    WHERE state IN ('INTENT_CONFIRM', 'PREVIEW', 'SUBMITTED', 'EXPIRED_UNKNOWN') AND guards_order;
CREATE INDEX tasks_due ON tasks (next_check_at)
    WHERE state IN ('INTENT_CONFIRM', 'PREVIEW', 'SUBMITTED', 'EXPIRED_UNSENT', 'EXPIRED_UNKNOWN');
CREATE INDEX tasks_of_user ON tasks (user_id, created_at);
CREATE INDEX tasks_of_thread ON tasks (thread, created_at);
CREATE INDEX tasks_unanswered ON tasks (created_at) WHERE NOT gate_answered AND interrupt_id IS NOT NULL;

CREATE TABLE task_hashes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task_id text NOT NULL REFERENCES tasks,
    chain_id bigint NOT NULL,
    hash text NOT NULL CHECK (hash ~ '^0x[0-9a-f]{64}$'),
    sender text,
    nonce numeric(20, 0),
    added_at timestamptz NOT NULL,
    dropped_at timestamptz
);
-- One transaction belongs to one task at most; a dropped hash counts for nobody.
CREATE UNIQUE INDEX task_hashes_counting ON task_hashes (chain_id, hash) WHERE dropped_at IS NULL;
CREATE INDEX task_hashes_of_task ON task_hashes (task_id) WHERE dropped_at IS NULL;

-- The same pairs as core.domain.task.TRANSITIONS; a test compares the two.
CREATE FUNCTION task_may_move(source text, target text) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE source
        WHEN 'INTENT_CONFIRM' THEN target IN ('PREVIEW', 'REJECTED', 'EXPIRED_UNSENT')
        WHEN 'PREVIEW' THEN target IN ('SUBMITTED', 'SETTLED', 'FAILED', 'REJECTED', 'EXPIRED_UNSENT',
                                       'EXPIRED_UNKNOWN')
        WHEN 'SUBMITTED' THEN target IN ('SETTLED', 'FAILED', 'REJECTED', 'EXPIRED_UNKNOWN')
        WHEN 'EXPIRED_UNSENT' THEN target IN ('SUBMITTED', 'SETTLED', 'FAILED', 'REJECTED')
        WHEN 'EXPIRED_UNKNOWN' THEN target IN ('SUBMITTED', 'SETTLED', 'FAILED', 'REJECTED')
        ELSE false
    END
$$;

CREATE FUNCTION guard_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state <> OLD.state AND NOT task_may_move(OLD.state, NEW.state) THEN
        RAISE EXCEPTION 'task % may not move from % to %', OLD.id, OLD.state, NEW.state
            USING ERRCODE = 'check_violation';
    END IF;
    IF (NEW.id, NEW.turn_id, NEW.user_id, NEW.key_hash, NEW.card, NEW.digest, NEW.chain_id, NEW.payer,
        NEW.recipient, NEW.token, NEW.amount_raw, NEW.created_block, NEW.nonce, NEW.expires_at)
       IS DISTINCT FROM
       (OLD.id, OLD.turn_id, OLD.user_id, OLD.key_hash, OLD.card, OLD.digest, OLD.chain_id, OLD.payer,
        OLD.recipient, OLD.token, OLD.amount_raw, OLD.created_block, OLD.nonce, OLD.expires_at) THEN
        RAISE EXCEPTION 'what task % shows never changes', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER guard_task BEFORE UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION guard_task();
